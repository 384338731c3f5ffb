//! The GraphQL types of the times in which interviewers are busy.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError};
use shortlist_domain::{Period, Principal, Timestamp};

#[derive(GraphQLInputObject)]
pub(crate) struct GetBusyTimesInput {
    pub(crate) organization_id: String,
    /// At most 10 interviewers.
    interviewer_ids: Vec<String>,
    from: String,
    /// At most 31 days after `from`.
    to: String,
}

/// The times in which interviewers have interviews.
#[derive(GraphQLObject)]
pub(crate) struct BusyTimes {
    times: Vec<BusyTime>,
}

/// A time in which an interviewer has an interview.
#[derive(GraphQLObject)]
struct BusyTime {
    interviewer_id: String,
    from: String,
    to: String,
}

impl BusyTimes {
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        input: &GetBusyTimesInput,
    ) -> Result<Self, AppError> {
        let period = Period {
            from: Some(Timestamp::parse("from", &input.from)?),
            before: Some(Timestamp::parse("to", &input.to)?),
        };
        let busy = app
            .interviews()
            .busy_times(principal, &input.interviewer_ids, period)?;
        let time = |busy: shortlist_domain::BusyTime| BusyTime {
            interviewer_id: busy.interviewer_id.into_string(),
            from: busy.from.to_string(),
            to: busy.until.to_string(),
        };
        Ok(Self {
            times: busy.into_iter().map(time).collect(),
        })
    }
}
