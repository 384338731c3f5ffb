//! Inputs of root fields: every value that makes a request larger, and some that do not.

use serde_json::{Map, Value, json};
use shortlist_fixtures::Random;

use crate::organization::Organization;
use crate::schema::{Member, Schema};
use crate::worst_case_data::{WorstCaseData, description, weights};

/// The search terms: common, rare and absent ones. `LONGEST_SEARCH` is the longest term that is accepted.
const SEARCHES: [&str; 5] = ["er", "an", "kubernetes autocad", "zymurgist", "e"];
const LONGEST_SEARCH: usize = 1_000;
/// The number of segments of a submitted transcription.
const SEGMENTS: usize = 5_000;

/// The data that inputs refer to.
pub(crate) struct Data {
    pub(crate) organization: Organization,
    pub(crate) worst_case: WorstCaseData,
}

impl Data {
    /// Returns an input of a type, with its required fields and random others.
    pub(crate) fn input(&self, schema: &Schema, of: &str, chance: &mut Random) -> Value {
        let mut input = Map::new();
        for member in schema.input_fields(of) {
            if !member.is_required && chance.below(3) == 0 {
                continue;
            }
            if let Some(value) = self.value(member, chance) {
                input.insert(member.name.clone(), value);
            }
        }
        Value::Object(input)
    }

    /// Returns the most expensive input.
    pub(crate) fn largest(&self, schema: &Schema, of: &str) -> Value {
        let mut input = Map::new();
        for member in schema.input_fields(of) {
            let value = match member.name.as_str() {
                "search" | "status" | "pageNumber" | "pageNum" | "offset" | "drafts"
                | "interviewerId" => None,
                "leaderboardtype" => Some(json!("ai")),
                "jobId" if of == "InputTypeLeaderBoard" => {
                    Some(json!(self.organization.large_job()))
                }
                "jobId" => Some(json!(self.worst_case.job)),
                "candidateId" if of == "GetInterviewsInput" || of == "GetAuditLogInput" => None,
                "candidateId" => Some(json!(self.worst_case.interviewed)),
                "pageSize" | "perPage" => Some(json!(100)),
                "limit" => Some(json!(10_000)),
                _ if member.is_required => self.value(member, &mut Random::of_seed(1)),
                _ => None,
            };
            input.extend(value.map(|value| (member.name.clone(), value)));
        }
        Value::Object(input)
    }

    /// Returns a value for a field, or `None` if the field should be left out.
    fn value(&self, member: &Member, chance: &mut Random) -> Option<Value> {
        let long_search = "e".repeat(LONGEST_SEARCH);
        Some(match member.name.as_str() {
            "organizationId" => json!(self.organization.id),
            "recruiterId" | "userId" => json!(self.organization.recruiter_id),
            "userType" => json!("Admin"),
            "jobId" if chance.below(3) == 0 => json!(self.organization.large_job()),
            "jobId" => json!(self.worst_case.job),
            "candidateId" if chance.below(4) == 0 => json!(self.worst_case.candidates.last()?),
            "candidateId" => json!(self.worst_case.interviewed),
            "interviewId" => json!(self.worst_case.interview),
            "pageSize" | "perPage" => chance.of(&[&100, &100, &10, &1]).map(|size| json!(size))?,
            "limit" => chance
                .of(&[&10_000, &10_000, &100])
                .map(|size| json!(size))?,
            "pageNumber" | "pageNum" => chance.of(&[&1, &2, &50]).map(|number| json!(number))?,
            "search" => match chance.below(8) {
                0 => json!(long_search),
                _ => json!(chance.of(&SEARCHES)?),
            },
            "leaderboardtype" => json!(chance.of(&["ai", "ai", "manual"])?),
            "resumeScoreBreakdown" => json!(weights().to_string()),
            "jobDescription" => json!(description(chance.below(1_000))),
            "feedback" => json!("Good. ".repeat(10_000)),
            "transcription" => json!({ "status": "completed", "segments": segments() }),
            "score" => json!(50),
            "comment" => json!("Good. ".repeat(1_000)),
            "drafts" => json!(true),
            "status" => json!("Active"),
            _ => return None,
        })
    }
}

fn segments() -> Vec<Value> {
    let segment = |number: usize| json!({ "speaker": "A", "startSeconds": number, "text": "Yes, we moved it all." });
    (0..SEGMENTS).map(segment).collect()
}
