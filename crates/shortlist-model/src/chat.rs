//! The chat completion protocol, as far as this crate uses it.
//!
//! The protocol is documented at <https://platform.openai.com/docs/api-reference/chat/create>. vLLM, llama.cpp, Ollama and
//! others support it too.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shortlist_app::ModelFailure;

use crate::answer::AnswerSchema;
use crate::prompt::Prompt;

/// The seed of every call, so that a server that honours it always answers a question in the same way.
const SEED: u32 = 20_261_121;
/// The longest answer, in tokens. It limits the cost of a call.
const MAX_ANSWER_TOKENS: u32 = 4_096;

/// How the server is made to answer in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerForm {
    /// The server enforces a schema.
    Schema,
    /// The server enforces some JSON object.
    Object,
    /// Only the prompt asks for JSON.
    Text,
}

impl AnswerForm {
    /// Returns the form to use if a server refuses this one.
    pub(crate) fn weaker(self) -> Option<Self> {
        match self {
            Self::Schema => Some(Self::Object),
            Self::Object => Some(Self::Text),
            Self::Text => None,
        }
    }
}

#[derive(Serialize)]
struct CompletionRequest<'a> {
    model: &'a str,
    messages: [Message<'a>; 2],
    temperature: u8,
    seed: u32,
    max_tokens: u32,
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat<'a>>,
}

#[derive(Serialize)]
struct Message<'a> {
    role: &'static str,
    content: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat<'a> {
    JsonSchema { json_schema: NamedSchema<'a> },
    JsonObject,
}

#[derive(Serialize)]
struct NamedSchema<'a> {
    name: &'static str,
    strict: bool,
    schema: &'a Value,
}

/// Returns the body of a request.
pub(crate) fn request_body(
    model: &str,
    prompt: &Prompt,
    schema: &AnswerSchema,
    form: AnswerForm,
) -> Result<Vec<u8>, serde_json::Error> {
    let response_format = match form {
        AnswerForm::Schema => Some(ResponseFormat::JsonSchema {
            json_schema: NamedSchema {
                name: schema.name,
                strict: true,
                schema: &schema.schema,
            },
        }),
        AnswerForm::Object => Some(ResponseFormat::JsonObject),
        AnswerForm::Text => None,
    };
    serde_json::to_vec(&CompletionRequest {
        model,
        messages: [
            Message {
                role: "system",
                content: &prompt.rules,
            },
            Message {
                role: "user",
                content: &prompt.question,
            },
        ],
        temperature: 0,
        seed: SEED,
        max_tokens: MAX_ANSWER_TOKENS,
        stream: false,
        response_format,
    })
}

#[derive(Deserialize)]
struct Completion {
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: ChoiceMessage,
}

#[derive(Deserialize)]
struct ChoiceMessage {
    content: Option<String>,
}

/// Returns the model's text from the body of a response.
pub(crate) fn message_text(body: &[u8]) -> Result<String, ModelFailure> {
    let completion: Option<Completion> = serde_json::from_slice(body).ok();
    let choice = completion.and_then(|completion| completion.choices.into_iter().next());
    choice
        .and_then(|choice| choice.message.content)
        .ok_or(ModelFailure::Unusable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::{Judgement, schema_of};

    fn body(form: AnswerForm) -> Value {
        let prompt = Prompt {
            rules: "r".into(),
            question: "q".into(),
        };
        let schema = schema_of::<Judgement>("judgement");
        serde_json::from_slice(&request_body("m", &prompt, &schema, form).unwrap()).unwrap()
    }

    #[test]
    fn a_weaker_form_requests_a_weaker_response_format() {
        let strict = body(AnswerForm::Schema);
        assert_eq!(strict["response_format"]["type"], "json_schema");
        assert_eq!(strict["response_format"]["json_schema"]["strict"], true);
        assert_eq!(strict["temperature"], 0);
        assert_eq!(strict["seed"], SEED);
        assert_eq!(strict["messages"][0]["role"], "system");
        assert_eq!(
            body(AnswerForm::Object)["response_format"]["type"],
            "json_object"
        );
        assert!(body(AnswerForm::Text).get("response_format").is_none());
    }

    #[test]
    fn an_answer_without_text_is_invalid() {
        for bad in [
            "",
            "[]",
            "{\"choices\":[]}",
            "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"no\"}}]}",
        ] {
            assert_eq!(
                message_text(bad.as_bytes()),
                Err(ModelFailure::Unusable),
                "{bad}"
            );
        }
        let good = "{\"id\":\"x\",\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"hi\"}}]}";
        assert_eq!(message_text(good.as_bytes()).unwrap(), "hi");
    }
}
