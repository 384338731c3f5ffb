//! Uploads whose sender does not wait for the answer. Their files are staged, and one of the servers works on each.
//!
//! A server that claims an upload holds it with a lease, as for a daily task. If the server is killed, another one continues
//! after [`LEASE_SECONDS`](crate::uploads::running::LEASE_SECONDS).

mod request;

use chrono::Duration;
use shortlist_domain::{
    Party, Principal, UploadAnswer, UploadKey, UploadKind, UploadProgress, UploadState,
};
use shortlist_persistence::{ClaimedUpload, Store, UploadEnd, UploadLease};
use shortlist_workers::Cancellation;

use crate::clock::Clock;
use crate::conflict::UploadConflict;
use crate::error::AppError;
use crate::files::{FileStore, StagedFile, client_file_name};
use crate::jobs::Jobs;
use crate::jobs::import::{Import, ImportFields, ImportRefusal};
use crate::operations::Operation;
use crate::refusal::Refusal;
use crate::resumes::upload::{ClaimedFiles, UploadRefusal, UploadSummary, upload_end};
use crate::secrets::random_bits;
use crate::uploads::claim::{UploadClaim, created_candidates};
use crate::uploads::fields::UploadFields;
use crate::uploads::intake::{RejectedFile, SentFile, Uploads};
use crate::uploads::running::{RunningUploads, lease_from};
use crate::uploads::tracked::{Progress, TrackedUpload};

use request::{ArrivedFile, StagedContent, StagedRequest, Work};

/// The time after which a failed attempt is repeated, in seconds.
const RETRY_SECONDS: i64 = 5;
/// The most attempts. An upload that ends its server each time must not do so for ever.
const MAX_ATTEMPTS: i32 = 10;
/// The name of a staged job file, whose own name does not matter.
const IMPORTED_FILE: &str = "jobs";

/// Receives, claims and completes uploads whose sender does not wait.
pub struct StagedUploads<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) files: &'a FileStore,
    pub(crate) running: RunningUploads<'a>,
    pub(crate) uploads: Uploads<'a>,
    pub(crate) jobs: Jobs<'a>,
    pub(crate) stopping: &'a Cancellation,
}

/// An upload that this server has claimed.
pub struct StagedUpload {
    claimed: ClaimedUpload,
    request: StagedRequest,
    sender: Result<Principal, AppError>,
    tracked: TrackedUpload,
    cancellation: Cancellation,
    /// Who sent it, and what is announced and counted when it is complete.
    ended: Option<(Party, UploadEnd)>,
}

impl StagedUpload {
    /// Returns the kind of work.
    pub fn kind(&self) -> UploadKind {
        match &self.request.work {
            Work::Resumes(_) => UploadKind::Resumes,
            Work::Jobs(_) => UploadKind::Jobs,
        }
    }

    /// Returns the warnings about the form.
    pub fn warnings(&self) -> Vec<String> {
        self.request.warnings.clone()
    }

    /// Returns what reports its progress.
    pub fn progress(&self) -> Progress {
        self.tracked.progress()
    }

    fn sender(&mut self) -> Result<Principal, AppError> {
        std::mem::replace(&mut self.sender, Err(AppError::Cancelled))
    }
}

impl StagedUploads<'_> {
    /// Accepts an upload of resumes, whose files have arrived. The caller should then run it, and any server can. The upload
    /// stays tracked only if it is refused.
    ///
    /// # Errors
    /// Returns an error if the upload is refused as a whole, or if it cannot be staged.
    pub fn accept_resumes(
        &self,
        principal: &Principal,
        fields: UploadFields,
        warnings: Vec<String>,
        files: &[SentFile],
        tracked: &mut TrackedUpload,
    ) -> Result<UploadKey, UploadRefusal> {
        let files: Vec<ArrivedFile<'_>> = files
            .iter()
            .map(|file| (file.name.clone(), file.content.as_ref().map_err(|why| *why)))
            .collect();
        let stored = files.iter().filter_map(|(_, content)| content.ok());
        let bytes = stored.map(|staged| staged.bytes).sum();
        self.uploads
            .check_staged(principal, &fields, files.len(), bytes)?;
        let request = StagedRequest::of(principal, Work::Resumes(fields), warnings, &files);
        Ok(self.stage(&request, &files, tracked)?)
    }

    /// Accepts an import of jobs, whose file has arrived. The file is read later.
    ///
    /// # Errors
    /// Returns an error if a field is invalid, or if the file cannot be staged.
    pub fn accept_import(
        &self,
        principal: &Principal,
        fields: ImportFields,
        warnings: Vec<String>,
        file: &StagedFile,
        tracked: &mut TrackedUpload,
    ) -> Result<UploadKey, ImportRefusal> {
        self.jobs.check_staged_import(principal, &fields)?;
        let name = IMPORTED_FILE.to_owned();
        let file = vec![(name, Ok(file))];
        let request = StagedRequest::of(principal, Work::Jobs(fields), warnings, &file);
        Ok(self.stage(&request, &file, tracked)?)
    }

    /// Stores the files first and then what to do with them, so that the server that claims the upload finds its files.
    fn stage(
        &self,
        request: &StagedRequest,
        files: &[ArrivedFile<'_>],
        tracked: &mut TrackedUpload,
    ) -> Result<UploadKey, AppError> {
        let Some((key, mut progress)) = self.running.current(tracked) else {
            return Err(AppError::conflict(UploadConflict::KeyInUse));
        };
        progress.state = UploadState::Working;
        let token = format!("{:032x}", random_bits()?);
        let bytes = request.encode()?;
        let rows = self.store.uploads();
        rows.save(&[(key.clone(), progress.clone())])?;
        rows.reserve_folder(&key, &token)?;
        let staged = files
            .iter()
            .enumerate()
            .filter_map(|(number, (_, content))| Some((number, content.ok()?)));
        self.files
            .store_upload(&key.organization_id, &token, staged)?;
        // From here on, nothing may report that the sender has left.
        self.running.hand_over(tracked);
        let due = lease_from(self.clock.now());
        rows.stage(&key, &progress, &bytes, due)?;
        Ok(key)
    }

    /// Claims an upload. Returns `None` if another server works on it, or if it is complete.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn claim(&self, key: &UploadKey) -> Result<Option<StagedUpload>, AppError> {
        if self.stopping.is_cancelled() {
            return Ok(None);
        }
        let now = self.clock.now();
        let lease = UploadLease {
            key: key.clone(),
            holder: format!("{:032x}", random_bits()?),
        };
        let claimed = self.store.uploads().claim(lease, now, lease_from(now))?;
        let Some(claimed) = claimed else {
            return Ok(None);
        };
        let request = StagedRequest::decode(&claimed.request)?;
        let sender = self.sender(&claimed, &request);
        let cancellation = Cancellation::default();
        let progress = self.progress_of(&claimed)?;
        let tracked = self
            .running
            .track_claimed(&claimed.lease, progress, &cancellation);
        Ok(Some(StagedUpload {
            claimed,
            request,
            sender,
            tracked,
            cancellation,
            ended: None,
        }))
    }

    /// Lists the uploads that no server works on.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_due(&self) -> Result<Vec<UploadKey>, AppError> {
        Ok(self.store.uploads().list_due(self.clock.now())?)
    }

    /// Returns the sender with their present role, or why the upload cannot continue.
    fn sender(
        &self,
        claimed: &ClaimedUpload,
        request: &StagedRequest,
    ) -> Result<Principal, AppError> {
        if claimed.attempts > MAX_ATTEMPTS {
            return Err(AppError::conflict(UploadConflict::StoppedTooOften(
                MAX_ATTEMPTS,
            )));
        }
        let key = &claimed.lease.key;
        let user = self
            .store
            .users()
            .find(&key.organization_id, &key.user_id)?;
        match user.filter(|user| user.active) {
            Some(user) => request.principal(&user),
            None => Err(AppError::Forbidden(Refusal::SenderDeactivated)),
        }
    }

    /// Returns the progress with which a claim starts: what arrived, and what earlier claims created.
    fn progress_of(&self, claimed: &ClaimedUpload) -> Result<UploadProgress, AppError> {
        let now = self.clock.now();
        let found = self.store.uploads().find(&claimed.lease.key)?;
        let mut progress = found
            .map(|found| found.progress)
            .ok_or(AppError::Cancelled)?;
        let counts = progress.counts;
        progress.state = UploadState::Working;
        progress.updated_at = now;
        progress.counts = shortlist_domain::UploadCounts {
            bytes: counts.bytes,
            files: counts.files,
            ..Default::default()
        };
        Ok(progress)
    }

    /// Scores and stores the resumes of a claimed upload.
    ///
    /// # Errors
    /// Returns an error if the upload is refused as a whole, or if the work has to be repeated.
    pub fn run_resumes(&self, upload: &mut StagedUpload) -> Result<UploadSummary, UploadRefusal> {
        let principal = upload.sender()?;
        let Work::Resumes(fields) = &upload.request.work else {
            return Err(wrong_kind().into());
        };
        let files = self.files_of(upload)?;
        let lease = upload.claimed.lease.clone();
        let unread = (0..upload.request.files.len()).filter(|at| !files.created.contains_key(at));
        let positions = unread.collect();
        let claim = UploadClaim { lease, positions };
        let summary = self
            .uploads
            .finish_claimed(&principal, fields, files, claim)?;
        let end = upload_end(&summary.job_id, &summary.results);
        upload.ended = Some((principal.party(), end));
        Ok(summary)
    }

    fn files_of(&self, upload: &StagedUpload) -> Result<ClaimedFiles, AppError> {
        let created = created_candidates(&upload.claimed.created)?;
        let organization = &upload.claimed.lease.key.organization_id;
        let intake = self.uploads.begin_for(organization, &upload.cancellation)?;
        let mut intake = intake.reporting(upload.tracked.progress());
        let done = u64::try_from(created.len()).unwrap_or(u64::MAX);
        intake.progress().add_read(done);
        intake
            .progress()
            .add_outcomes(|counts| counts.created += done);
        for (number, file) in upload.request.files.iter().enumerate() {
            if !created.contains_key(&number) {
                let content = self.content(upload, number)?;
                let name = file.name.clone();
                intake.push(SentFile { name, content });
            }
        }
        let names = upload.request.files.iter();
        Ok(ClaimedFiles {
            names: names.map(|file| client_file_name(&file.name)).collect(),
            intake,
            created,
        })
    }

    fn content(
        &self,
        upload: &StagedUpload,
        number: usize,
    ) -> Result<Result<StagedFile, RejectedFile>, AppError> {
        let file = upload.request.files.get(number).map(|file| &file.content);
        match file {
            Some(StagedContent::Stored { bytes, digest }) => {
                let digest = request::read_digest(digest)?;
                Ok(Ok(self.files.stage_from_upload(
                    &upload.claimed.lease.key.organization_id,
                    &upload.claimed.token,
                    number,
                    *bytes,
                    digest,
                )?))
            }
            Some(StagedContent::TooLarge) => Ok(Err(RejectedFile::TooLarge)),
            Some(StagedContent::UnreadableName) => Ok(Err(RejectedFile::UnreadableName)),
            Some(StagedContent::NotAllowed) | None => Ok(Err(RejectedFile::NotAllowed)),
        }
    }

    /// Imports the job file of a claimed upload.
    ///
    /// # Errors
    /// Returns an error if the file is refused, or if the work has to be repeated.
    pub fn run_import(&self, upload: &mut StagedUpload) -> Result<Import, ImportRefusal> {
        let principal = upload.sender()?;
        let Work::Jobs(fields) = &upload.request.work else {
            return Err(wrong_kind().into());
        };
        let file = match self.content(upload, 0)? {
            Ok(staged) => staged.read().map_err(AppError::from)?,
            Err(_rejected) => Vec::new(),
        };
        let (lease, steps) = (&upload.claimed.lease, &upload.claimed.created);
        self.jobs
            .import_claimed(&principal, fields, &file, lease, steps)
    }

    /// Stores the answer of a claimed upload, and removes its staged files.
    ///
    /// # Errors
    /// Returns an error if the answer cannot be stored. Another claim then repeats the work.
    pub fn complete(
        &self,
        upload: StagedUpload,
        answer: &UploadAnswer,
        problem: Option<String>,
    ) -> Result<(), AppError> {
        let StagedUpload {
            claimed,
            mut tracked,
            ended,
            ..
        } = upload;
        let Some((key, mut progress)) = self.running.hand_over(&mut tracked) else {
            return Ok(());
        };
        progress.state = match problem {
            None => UploadState::Done,
            Some(_) => UploadState::Failed,
        };
        progress.problem = problem;
        let rows = self.store.uploads();
        let is_completed = match ended {
            None => rows.complete(&claimed.lease, &progress, answer)?,
            Some((party, end)) => self
                .uploads
                .writers
                .for_party(&party, Operation::UploadResumes.name())
                .complete_upload(&claimed.lease, &progress, answer, &end)?,
        };
        if is_completed {
            self.files
                .remove_upload(&key.organization_id, &claimed.token)?;
            rows.forget_folder(&key, &claimed.token)?;
        }
        Ok(())
    }

    /// Gives up a claim, because the work failed or the server is stopping. Any server continues it.
    pub fn give_back(&self, upload: StagedUpload) {
        let delay = if upload.cancellation.is_cancelled() {
            Duration::zero()
        } else {
            Duration::seconds(RETRY_SECONDS)
        };
        let due = self.clock.now().plus(delay);
        let released = self.store.uploads().release(&upload.claimed.lease, due);
        if let Err(error) = released {
            tracing::warn!(%error, "the claim on an upload could not be given back; it ends by itself");
        }
    }
}

fn wrong_kind() -> AppError {
    std::io::Error::other("a staged upload is of another kind").into()
}
