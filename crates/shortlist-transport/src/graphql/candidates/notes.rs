//! The GraphQL types of notes about candidates and of rejection reasons.

use juniper::GraphQLInputObject;

use crate::graphql::object::object;
use shortlist_domain::{RejectionPolicy, UserId};

#[derive(GraphQLInputObject)]
pub(crate) struct AddNoteInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
    pub(crate) text: String,
    /// The identifiers of the users whom the note addresses.
    pub(crate) mentions: Option<Vec<String>>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct DeleteNoteInput {
    pub(crate) organization_id: String,
    pub(crate) note_id: String,
}

object! {
    /// A note of a colleague about a candidate.
    pub(crate) struct Note(shortlist_domain::Note) as note {
        #[graphql(name = "_id")]
        id: &str = note.id.as_str();
        candidate_id: &str = note.candidate_id.as_str();
        author_id: &str = note.author_id.as_str();
        text: &str = &note.text;
        mentions: Vec<&str> = note.mentions.iter().map(UserId::as_str).collect();
        created_at: String = note.created_at.to_string();
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetRejectionReasonsInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetRejectionReasonsInput {
    pub(crate) organization_id: String,
    pub(crate) reasons: Vec<String>,
    /// Whether a candidate can be rejected only with one of the reasons.
    #[graphql(default = Some(false))]
    pub(crate) required: Option<bool>,
}

object! {
    /// The reasons to reject a candidate. Without any, a reason may be any text.
    pub(crate) struct RejectionReasons(RejectionPolicy) as policy {
        reasons: &[String] = &policy.reasons;
        required: bool = policy.required;
    }
}
