//! The tables of what fields and lists cost, by the names of the schema.

/// A list that is returned in pages.
pub(super) struct PagedList {
    /// The type and the field that contain the items.
    pub(super) field: (&'static str, &'static str),
    /// The member of `input` with the page size.
    pub(super) size: &'static str,
    /// The default and the largest page size.
    pub(super) bounds: (u64, u64),
}

pub(super) const PAGED: [PagedList; 8] = [
    PagedList {
        field: ("JobList", "jobs"),
        size: "perPage",
        bounds: (20, 100),
    },
    PagedList {
        field: ("CandidateList", "candidate"),
        size: "pageSize",
        bounds: (10, 100),
    },
    PagedList {
        field: ("InterviewList", "interviews"),
        size: "pageSize",
        bounds: (20, 100),
    },
    PagedList {
        field: ("ErasureList", "erasures"),
        size: "perPage",
        bounds: (20, 100),
    },
    PagedList {
        field: ("ChangeList", "changes"),
        size: "perPage",
        bounds: (100, 1_000),
    },
    PagedList {
        field: ("MailList", "mails"),
        size: "limit",
        bounds: (100, 100),
    },
    PagedList {
        field: ("AuditLog", "entries"),
        size: "pageSize",
        bounds: (20, 100),
    },
    PagedList {
        field: ("Leaderboard", "rows"),
        size: "limit",
        bounds: (1_000, 10_000),
    },
];

/// The fields that need their own query or computation, by type.
pub(super) const EXPENSIVE: [(&str, &str, u64); 30] = [
    ("Candidate", "resume", 100),
    ("Candidate", "scoreReceipt", 100),
    ("Candidate", "earlierReceipts", 1_000),
    ("Candidate", "person", 50),
    ("Candidate", "masked", 20),
    ("JobStage", "candidateCount", 50),
    ("Resume", "fileLink", 20),
    ("Candidate", "resumeVersions", 50),
    ("Candidate", "documents", 50),
    ("Candidate", "applications", 50),
    ("Candidate", "applicationCount", 20),
    ("Candidate", "competingResumes", 50),
    ("Job", "questions", 50),
    ("Job", "outdatedScores", 50),
    ("Job", "requirements", 100),
    // It compares the term with every title.
    ("Query", "searchOccupations", 50),
    ("Query", "explainScore", 2_000),
    ("Query", "getRecruitingReport", 2_000),
    ("Query", "exportCandidate", 2_000),
    // It measures the resume again, up to 40,000 times in numbers.
    ("Query", "getCandidatePacket", 5_000),
    // Its whole mail may contain a packet.
    ("Query", "previewRejectionMails", 5_000),
    ("Query", "exportPerson", 10_000),
    // It reads every row of the log, so a document may contain one.
    ("Query", "verifyAuditLog", 60_000),
    // It reads every candidate.
    ("Query", "getBiasAudit", 60_000),
    ("Mutation", "correctResume", 2_000),
    ("Mutation", "addResumeEntry", 2_000),
    ("Mutation", "chooseResume", 2_000),
    ("Mutation", "considerForJob", 2_000),
    ("Mutation", "createCandidate", 2_000),
    // One takes most of a second for a large job, so a document may contain one.
    ("Mutation", "rescoreJob", 60_000),
];

/// The additional cost of a root field, which queries the database.
pub(super) const ROOT_FIELD: u64 = 100;

/// The usual sizes of lists without pages. Lists of a report count with their largest size. Items of other lists beyond
/// the usual size are counted while the document runs.
pub(super) const USUAL_SIZES: [(&str, &str, u64); 40] = [
    ("__Schema", "types", 120),
    ("__Type", "fields", 5),
    ("__Type", "inputFields", 3),
    ("__Type", "enumValues", 1),
    ("__Type", "interfaces", 1),
    ("__Type", "possibleTypes", 1),
    ("__Field", "args", 1),
    ("SavedViews", "views", 50),
    ("CandidatePacket", "sections", 6),
    ("PacketSection", "paragraphs", 3),
    ("PacketSection", "items", 6),
    ("PacketSection", "criteria", 5),
    ("PacketSection", "notes", 2),
    ("PacketCriterion", "findings", 10),
    ("PacketCriterion", "gaps", 10),
    ("DecisionRecords", "records", 5),
    ("DueExplanations", "explanations", 100),
    ("ScoreReceipt", "criteria", 5),
    ("CriterionScore", "evidence", 10),
    ("OccupationList", "occupations", 20),
    ("JobOccupation", "occupations", 3),
    ("ReceiptOccupations", "job", 3),
    ("ReceiptOccupations", "positions", 5),
    ("PositionOccupation", "occupations", 3),
    ("InterviewReport", "questions", 10_000),
    ("Transcription", "segments", 10_000),
    ("RescoreResult", "moves", 100),
    ("RescoreResult", "unread", 1_000),
    ("UserList", "users", 200),
    ("StageTemplate", "stages", 10),
    ("RecruitingReport", "scores", 10),
    ("RecruitingReport", "jobs", 100),
    ("RecruitingReport", "days", 366),
    ("CustomFieldList", "fields", 50),
    ("ApiKeyList", "keys", 50),
    ("AccessTokenList", "tokens", 20),
    ("SessionList", "sessions", 20),
    ("PasskeyList", "passkeys", 20),
    // One for each mail and language.
    ("MailTemplateList", "templates", 64),
    ("MailTemplate", "placeholders", 13),
];

/// The number of fields that count as one in objects of which most values are null.
pub(super) const SPARSE: [(&str, u64); 1] = [("EvidenceDetail", 7)];

/// The usual size of every other list without pages.
pub(super) const USUAL_SIZE: u64 = 5;

impl std::fmt::Debug for PagedList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.field.1)
    }
}

/// Returns the value of a field in a table.
pub(super) fn looked_up(table: &[(&str, &str, u64)], type_name: &str, field: &str) -> Option<u64> {
    let found = table
        .iter()
        .find(|(of, name, _)| (*of, *name) == (type_name, field));
    found.map(|(_, _, value)| *value)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use juniper::meta::MetaType;

    use super::*;
    use crate::graphql::limits::GraphQLLimits;
    use crate::graphql::schema::{Schema, schema};

    /// Returns the type of a field, as the schema writes it.
    fn field_type(schema: &Schema, type_name: &str, field: &str) -> Option<String> {
        let of = schema.schema.concrete_type_by_name(type_name)?;
        Some(of.field_by_name(field)?.field_type.to_string())
    }

    fn argument_type(schema: &Schema, field: &str) -> String {
        let root = schema.schema.concrete_query_type();
        let found = root.field_by_name(field).unwrap();
        let input = found.arguments.as_ref().unwrap().first().unwrap();
        input.arg_type.innermost_name().to_owned()
    }

    // A renamed field would silently cost 1, and a renamed list would have a usual size.
    #[test]
    fn every_field_with_a_cost_is_in_the_schema() {
        let schema = schema(&GraphQLLimits::default());
        let paged = PAGED.iter().map(|list| list.field);
        let sized = USUAL_SIZES.iter().map(|(of, field, _)| (*of, *field));
        let lists: Vec<(&str, &str)> = paged.chain(sized).collect();
        for (of, _) in SPARSE {
            assert!(schema.schema.concrete_type_by_name(of).is_some(), "{of}");
        }
        for (of, field) in &lists {
            let found = field_type(&schema, of, field);
            let found = found.unwrap_or_else(|| panic!("{of}.{field} is not in the schema"));
            assert!(found.contains('['), "{of}.{field} is no list: {found}");
        }
        let expensive = EXPENSIVE.iter().map(|(of, field, _)| (*of, *field));
        for (of, field) in expensive.clone() {
            assert!(
                field_type(&schema, of, field).is_some(),
                "{of}.{field} is not in the schema"
            );
        }
        let all: Vec<(&str, &str)> = lists.into_iter().chain(expensive).collect();
        let distinct: HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len(), "a field is listed twice");
    }

    // A page whose size is not found counts with its usual size, however large the caller asks for.
    #[test]
    fn every_page_size_is_a_member_of_the_input() {
        let schema = schema(&GraphQLLimits::default());
        let root = schema.schema.concrete_query_type();
        for list in &PAGED {
            let (of, _) = list.field;
            let MetaType::Object(query) = root else {
                panic!("{root:?}");
            };
            let roots = query.fields.iter();
            let roots: Vec<_> = roots
                .filter(|root| *root.field_type.innermost_name() == *of)
                .collect();
            assert!(!roots.is_empty(), "no query returns {of}");
            for root in roots {
                let input = argument_type(&schema, &root.name);
                let input = schema.schema.concrete_type_by_name(&input).unwrap();
                let MetaType::InputObject(input) = input else {
                    panic!("{input:?}");
                };
                let mut members = input.input_fields.iter();
                assert!(
                    members.any(|member| *member.name == *list.size),
                    "{}.{} is not in the schema",
                    input.name,
                    list.size
                );
            }
        }
    }
}
