//! The GraphQL types of notes about candidates and of rejection reasons.

use juniper::{GraphQLInputObject, GraphQLObject};
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

/// A note of a colleague about a candidate.
#[derive(GraphQLObject)]
pub(crate) struct Note {
    #[graphql(name = "_id")]
    id: String,
    candidate_id: String,
    author_id: String,
    text: String,
    mentions: Vec<String>,
    created_at: String,
}

impl Note {
    pub(crate) fn of(note: shortlist_domain::Note) -> Self {
        Self {
            id: note.id.into_string(),
            candidate_id: note.candidate_id.into_string(),
            author_id: note.author_id.into_string(),
            text: note.text,
            mentions: note.mentions.into_iter().map(UserId::into_string).collect(),
            created_at: note.created_at.to_string(),
        }
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

/// The reasons to reject a candidate. Without any, a reason may be any text.
#[derive(GraphQLObject)]
pub(crate) struct RejectionReasons {
    reasons: Vec<String>,
    required: bool,
}

impl RejectionReasons {
    pub(crate) fn of(policy: RejectionPolicy) -> Self {
        Self {
            reasons: policy.reasons,
            required: policy.required,
        }
    }
}
