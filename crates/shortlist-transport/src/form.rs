//! Reads request bodies within limits, and writes files to the staging folder as they arrive.

use std::collections::HashMap;
use std::ops::Deref;
use std::time::Duration;

use actix_multipart::{Field, Multipart, MultipartError};
use actix_web::http::header::HeaderMap;
use actix_web::web;
use futures_util::{Stream, StreamExt};
use shortlist_app::{
    AppError, FieldFate, IdempotentRequest, Progress, RejectedFile, SentFile, Staging,
    UploadLimits, unknown_field,
};
use shortlist_domain::{InvalidValue, TextProblem};

use crate::arrival_pace::{ArrivalPace, request_timeout};
use crate::body_memory::BodyShare;
use crate::error::{ApiError, Code};
use crate::multipart_repair::{REPAIRED, UNNAMED, repair_heads, shown_name};
use crate::turn_rules::{FormRules, MAX_TEXT_BYTES, MAX_TEXT_FIELDS};

/// A body in memory.
pub(crate) struct Body {
    bytes: Vec<u8>,
    share: BodyShare,
}

impl Deref for Body {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reads a whole body within limits of size and time. Its memory is counted in `share`.
pub(crate) async fn read_body(
    payload: web::Payload,
    share: BodyShare,
    limit: usize,
    seconds: u64,
) -> Result<Body, ApiError> {
    let over = ApiError::new(
        Code::BadUserInput,
        format!("the body exceeds the limit of {limit} bytes"),
    );
    read_body_or(payload, share, limit, seconds, over).await
}

/// Reads a whole body as [`read_body`] does, with the error for one that is too large.
pub(crate) async fn read_body_or(
    payload: web::Payload,
    share: BodyShare,
    limit: usize,
    seconds: u64,
    over: ApiError,
) -> Result<Body, ApiError> {
    let bytes = Vec::new();
    let reading = read_whole(payload, Body { bytes, share }, limit, over);
    match tokio::time::timeout(Duration::from_secs(seconds), reading).await {
        Ok(body) => body,
        Err(_elapsed) => Err(request_timeout(format!(
            "the body did not arrive within {seconds} s"
        ))),
    }
}

async fn read_whole(
    mut payload: web::Payload,
    mut body: Body,
    limit: usize,
    over: ApiError,
) -> Result<Body, ApiError> {
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| cut_off(&error))?;
        if body.len() + chunk.len() > limit {
            return Err(over);
        }
        body.share.grow_to(body.len() + chunk.len())?;
        body.bytes.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// The largest number of warnings in a response.
const MAX_WARNINGS: usize = 20;

/// The form fields that are not files.
#[derive(Default)]
pub struct Form {
    fields: HashMap<String, String>,
}

impl Form {
    /// Removes a text field and returns its value.
    pub fn take(&mut self, name: &str) -> Option<String> {
        self.fields.remove(name)
    }

    /// Returns a warning for each field that was not taken, because the form has no such field.
    pub(crate) fn warnings(&self, known: &[&'static str]) -> Vec<String> {
        self.unknown_fields(FieldFate::Ignored, known)
    }

    /// Returns a message about each field that was not taken.
    pub(crate) fn unknown_fields(&self, fate: FieldFate, known: &[&'static str]) -> Vec<String> {
        let mut unknown: Vec<&String> = self.fields.keys().collect();
        unknown.sort();
        unknown
            .into_iter()
            .take(MAX_WARNINGS)
            .map(|field| unknown_field(field, fate, known))
            .collect()
    }

    /// Adds the fields to the fingerprint of an idempotent request. The order of the fields does not matter.
    pub(crate) fn add_to_fingerprint(&self, request: &mut IdempotentRequest) {
        let mut fields: Vec<_> = self.fields.iter().collect();
        fields.sort();
        for (name, value) in fields {
            request.add(name, value.as_bytes());
        }
    }
}

/// Reads a form as it streams in. Parts whose rules say so are files, and the others are text.
pub(crate) struct FormReader {
    pub(crate) rules: &'static FormRules,
    pub(crate) limits: UploadLimits,
    /// The staging folder, or `None` if the caller may not send files. Their form is still read, because a malformed
    /// form is reported before a missing permission.
    pub(crate) staging: Option<Staging>,
    /// The memory for the parts that are not files.
    pub(crate) memory: BodyShare,
    /// What reports the arriving bytes and files.
    pub(crate) progress: Progress,
}

/// A form that is being read.
struct FormBeingRead<F> {
    reader: FormReader,
    text_bytes: usize,
    form: Form,
    inbox: F,
    files: usize,
    bytes: u64,
    pace: ArrivalPace,
}

impl FormReader {
    /// Reads the whole form within the deadlines and limits. Each complete file is passed to the inbox.
    pub(crate) async fn read(
        self,
        headers: &HeaderMap,
        payload: web::Payload,
        inbox: impl FnMut(&'static str, SentFile),
    ) -> Result<Form, ApiError> {
        let deadline = Duration::from_secs(self.limits.seconds);
        let multipart = Multipart::new(headers, repair_heads(headers, payload));
        let form = FormBeingRead {
            pace: ArrivalPace::new(self.limits.stall_seconds),
            reader: self,
            text_bytes: 0,
            form: Form::default(),
            inbox,
            files: 0,
            bytes: 0,
        };
        match tokio::time::timeout(deadline, form.read(multipart)).await {
            Ok(form) => form,
            Err(_elapsed) => {
                let seconds = deadline.as_secs();
                Err(request_timeout(format!(
                    "the upload did not arrive within {seconds} s"
                )))
            }
        }
    }
}

impl<F: FnMut(&'static str, SentFile)> FormBeingRead<F> {
    /// Returns the next item of the form.
    async fn next<T>(
        &mut self,
        stream: &mut (impl Stream<Item = Result<T, MultipartError>> + Unpin),
    ) -> Result<Option<T>, ApiError> {
        self.pace.next(stream, malformed).await
    }

    async fn read(mut self, mut multipart: Multipart) -> Result<Form, ApiError> {
        while let Some(field) = self.next(&mut multipart).await? {
            let name = field.name().unwrap_or_default().to_owned();
            let mut file_fields = self.reader.rules.file_fields.iter();
            if let Some(known) = file_fields.find(|known| **known == name) {
                self.read_file(known, field).await?;
            } else if is_file(&field) {
                self.discard(field).await?;
            } else {
                self.read_text(name, field).await?;
            }
        }
        Ok(self.form)
    }

    /// Writes a file to the staging folder. Beyond the file size limit, the rest is read and discarded.
    async fn read_file(&mut self, named: &'static str, mut field: Field) -> Result<(), ApiError> {
        let most = self.reader.limits.files;
        if self.files >= most {
            return Err(ApiError::new(
                Code::TooLarge,
                format!("the upload has more than {most} files; split it into several uploads"),
            ));
        }
        let disposition = field.content_disposition();
        let name = disposition.map_or_else(|| UNNAMED.to_owned(), shown_name);
        if field.headers().contains_key(&REPAIRED) {
            self.discard(field).await?;
            let content = Err(RejectedFile::UnreadableName);
            self.emit_file(named, SentFile { name, content });
            return Ok(());
        }
        let Some(staging) = &self.reader.staging else {
            self.discard(field).await?;
            let content = Err(RejectedFile::NotAllowed);
            self.emit_file(named, SentFile { name, content });
            return Ok(());
        };
        let file_bytes = self.reader.limits.file_bytes;
        let begun = staging.begin();
        let mut staged = Some(begun.map_err(AppError::from)?);
        while let Some(chunk) = self.next(&mut field).await? {
            self.count(chunk.len())?;
            staged = staged.filter(|file| file.bytes() + length(chunk.len()) <= file_bytes);
            if let Some(file) = &mut staged {
                file.write(&chunk).map_err(AppError::from)?;
            }
        }
        let content = staged.map(shortlist_app::StagingFile::finish).transpose();
        let content = content.map_err(AppError::from)?;
        let content = content.ok_or(RejectedFile::TooLarge);
        self.emit_file(named, SentFile { name, content });
        Ok(())
    }

    fn emit_file(&mut self, named: &'static str, file: SentFile) {
        self.files += 1;
        self.reader.progress.add_file();
        (self.inbox)(named, file);
    }

    /// Reads and discards a file that is not kept.
    async fn discard(&mut self, mut field: Field) -> Result<(), ApiError> {
        while let Some(chunk) = self.next(&mut field).await? {
            self.count(chunk.len())?;
        }
        Ok(())
    }

    async fn read_text(&mut self, name: String, mut field: Field) -> Result<(), ApiError> {
        let mut bytes = Vec::new();
        while let Some(chunk) = self.next(&mut field).await? {
            self.count(chunk.len())?;
            if bytes.len() + chunk.len() > MAX_TEXT_BYTES {
                let problem = TextProblem::TooManyBytes(MAX_TEXT_BYTES);
                return Err(InvalidValue::new(name, problem).into());
            }
            self.text_bytes += chunk.len();
            let most = self.reader.rules.sender.text_bytes();
            if self.text_bytes > most {
                return Err(InvalidValue::new(name, TextProblem::FormTooLong(most)).into());
            }
            self.reader.memory.grow_to(self.text_bytes)?;
            bytes.extend_from_slice(&chunk);
        }
        let text = String::from_utf8(bytes)
            .map_err(|_error| InvalidValue::new(name.clone(), TextProblem::NotUtf8))?;
        let repeated = self.form.fields.insert(name.clone(), text).is_some();
        if repeated {
            return Err(InvalidValue::new(name, TextProblem::FieldRepeated).into());
        }
        if self.form.fields.len() > MAX_TEXT_FIELDS {
            let problem = TextProblem::TooManyFields(MAX_TEXT_FIELDS);
            return Err(InvalidValue::new(name, problem).into());
        }
        Ok(())
    }

    fn count(&mut self, bytes: usize) -> Result<(), ApiError> {
        self.bytes += length(bytes);
        self.pace.count(length(bytes));
        self.reader.progress.add_bytes(length(bytes));
        let most = self.reader.limits.request_bytes;
        if self.bytes > most {
            let message = format!(
                "the upload exceeds the limit of {} MiB; split it into several uploads",
                most >> 20
            );
            return Err(ApiError::new(Code::TooLarge, message));
        }
        Ok(())
    }
}

/// Returns whether a part is a file, which means that it has a file name.
fn is_file(field: &Field) -> bool {
    field.content_disposition().is_some_and(|disposition| {
        disposition.get_filename().is_some() || disposition.get_filename_ext().is_some()
    })
}

pub(crate) fn length(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

fn malformed(error: &MultipartError) -> ApiError {
    ApiError::new(
        Code::BadUserInput,
        format!("the multipart body is malformed or was cut off: {error}"),
    )
}

pub(crate) fn cut_off(error: &actix_web::error::PayloadError) -> ApiError {
    ApiError::new(Code::BadUserInput, format!("the body was cut off: {error}"))
}
