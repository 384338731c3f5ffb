//! The client, which sends a question and returns opinions within a time limit.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use shortlist_app::{LanguageModel, ModelFailure, ModelQuestion, Translation};
use shortlist_scoring::UncheckedOpinion;

use crate::answer::{AnswerSchema, Judgement, opinions, schema_of};
use crate::breaker::CircuitBreaker;
use crate::chat::{AnswerForm, message_text, request_body};
use crate::measurements::measure;
use crate::options::{ModelOptions, SetupError};
use crate::post::{PostError, Poster};
use crate::prompt::{self, Prompt};
use crate::translation;

/// The longest name of a model, in characters.
const MAX_NAME_CHARS: usize = 100;

/// A language model behind an OpenAI-compatible server.
pub struct ModelClient {
    poster: Poster,
    name: String,
    time_limit: Duration,
    breaker: CircuitBreaker,
    /// The strongest form of answer that the server has not refused.
    form: Mutex<AnswerForm>,
    judgement: AnswerSchema,
    translation: AnswerSchema,
}

impl ModelClient {
    /// Creates a client. Nothing is sent yet.
    ///
    /// # Errors
    /// When the name is empty or too long, or the system's certificates cannot be used.
    pub fn new(options: &ModelOptions) -> Result<Self, SetupError> {
        let name = options.name.trim();
        if !(1..=MAX_NAME_CHARS).contains(&name.chars().count()) {
            return Err(SetupError::Name);
        }
        Ok(Self {
            poster: Poster::new(options)?,
            name: name.to_owned(),
            time_limit: options.time_limit,
            breaker: CircuitBreaker::new(options.max_failures, options.open_duration),
            form: Mutex::new(AnswerForm::Schema),
            judgement: schema_of::<Judgement>("judgement"),
            translation: translation::schema(),
        })
    }

    /// Sends a prompt and parses the model's text, unless the circuit breaker is open.
    fn ask<T>(
        &self,
        prompt: &Prompt,
        schema: &AnswerSchema,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, ModelFailure> {
        let begun = Instant::now();
        if !self.breaker.allows(begun) {
            let refused = Err(ModelFailure::CircuitOpen);
            measure(Duration::ZERO, &refused);
            return refused;
        }
        let answer = self
            .ask_in_some_form(prompt, schema, begun + self.time_limit)
            .and_then(|body| message_text(&body))
            .and_then(|text| read(&text).ok_or(ModelFailure::Unusable));
        self.breaker.record(Instant::now(), answer.is_ok());
        measure(begun.elapsed(), &answer);
        if let Err(failure) = &answer {
            tracing::warn!(model = %self.name, "the language model {failure}");
        }
        answer
    }

    /// Requests JSON by a schema, or in a weaker form if the server refuses that.
    fn ask_in_some_form(
        &self,
        prompt: &Prompt,
        schema: &AnswerSchema,
        deadline: Instant,
    ) -> Result<Vec<u8>, ModelFailure> {
        let known = *self.form.lock().unwrap_or_else(PoisonError::into_inner);
        let mut form = known;
        loop {
            let body = request_body(&self.name, prompt, schema, form)
                .map_err(|_text_is_always_json| ModelFailure::Unusable)?;
            match self.poster.send(&body, deadline) {
                Ok(answer) => {
                    // The server may have refused for another reason. Only a weaker form that succeeds shows that the form
                    // was the reason.
                    if form != known {
                        *self.form.lock().unwrap_or_else(PoisonError::into_inner) = form;
                    }
                    return Ok(answer);
                }
                Err(PostError::Refused(status)) => {
                    form = form.weaker().ok_or(ModelFailure::Status(status))?;
                }
                Err(PostError::Transient(failure, _) | PostError::Permanent(failure)) => {
                    return Err(failure);
                }
            }
        }
    }
}

impl LanguageModel for ModelClient {
    fn name(&self) -> &str {
        &self.name
    }

    fn judge(&self, question: &ModelQuestion) -> Result<Vec<UncheckedOpinion>, ModelFailure> {
        let prompt = prompt::judge(question, &random_mark()?);
        self.ask(&prompt, &self.judgement, opinions)
    }

    fn translate(&self, clauses: &[String]) -> Result<Vec<Translation>, ModelFailure> {
        let prompt = translation::question(clauses, &random_mark()?);
        let read = |text: &str| translation::read(text, clauses);
        self.ask(&prompt, &self.translation, read)
    }
}

fn random_mark() -> Result<String, ModelFailure> {
    prompt::random_mark().map_err(|error| {
        tracing::error!(%error, "cannot generate a random mark for the language model");
        ModelFailure::Unreachable
    })
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;
    use std::thread;

    use shortlist_app::{NetworkTrust, ServerAddress};

    use super::*;

    #[test]
    fn https_works_without_prior_setup() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("https://{}/v1", listener.local_addr().unwrap());
        let first = thread::spawn(move || {
            let mut byte = [0];
            listener.accept().unwrap().0.read_exact(&mut byte).unwrap();
            byte[0]
        });
        let address = ServerAddress::parse(&url, NetworkTrust::Untrusted).unwrap();
        let options = ModelOptions {
            first_retry_delay: Duration::from_millis(1),
            ..ModelOptions::new(address, "example-1")
        };
        let client = ModelClient::new(&options).unwrap();
        assert_eq!(
            client.translate(&["a".to_owned()]),
            Err(ModelFailure::Unreachable)
        );
        assert_eq!(
            first.join().unwrap(),
            0x16,
            "a TLS handshake begins with 22"
        );
    }

    #[test]
    fn a_model_has_a_name() {
        let address =
            ServerAddress::parse("http://127.0.0.1:1/v1", NetworkTrust::Untrusted).unwrap();
        for name in ["", " ", &"n".repeat(101)] {
            let made = ModelClient::new(&ModelOptions::new(address.clone(), name));
            assert!(matches!(made, Err(SetupError::Name)), "{name}");
        }
    }
}
