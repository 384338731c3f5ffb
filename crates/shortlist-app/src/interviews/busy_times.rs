//! When interviewers are busy, so that a free time can be chosen before an interview is scheduled.

use shortlist_domain::{
    BusyTime, CombinationProblem, InvalidValue, Period, Principal, TimeProblem, UserId,
};

use crate::error::AppError;
use crate::interviews::Interviews;
use crate::interviews::panels::parse_interviewers;

/// The longest period, in days.
const MAX_DAYS: i64 = 31;
/// The most times that are returned for one interviewer.
const MAX_TIMES: i64 = 1_000;

impl Interviews<'_> {
    /// Returns the times in which interviewers have interviews, also with candidates of jobs that the caller has no access
    /// to. They contain nothing but the times.
    ///
    /// # Errors
    /// Returns an error if the period is open, reversed or too long, or if there are too many interviewers.
    pub fn busy_times(
        &self,
        principal: &Principal,
        interviewer_ids: &[String],
        period: Period,
    ) -> Result<Vec<BusyTime>, AppError> {
        let interviewers: Vec<UserId> = parse_interviewers(interviewer_ids)?;
        check_period(period)?;
        let organization = &principal.organization_id;
        let mut busy = Vec::new();
        for interviewer in &interviewers {
            let interviews = self.store.interviews();
            busy.extend(interviews.busy_times(organization, interviewer, period, MAX_TIMES)?);
        }
        Ok(busy)
    }
}

fn check_period(period: Period) -> Result<(), InvalidValue> {
    let (Some(from), Some(before)) = (period.from, period.before) else {
        return Err(InvalidValue::new("from", CombinationProblem::Without("to")));
    };
    let days = chrono::Duration::days(MAX_DAYS);
    if from < before && before <= from.plus(days) {
        Ok(())
    } else {
        let problem = TimeProblem::PeriodOutOfRange(MAX_DAYS);
        Err(InvalidValue::new("to", problem))
    }
}
