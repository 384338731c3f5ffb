//! Problems of dates and times.

use crate::TimeProblem;

/// Returns what is wrong with a date or a time.
pub(super) fn time(problem: &TimeProblem) -> String {
    use TimeProblem as P;
    match problem {
        P::SkippedByClocks(zone) => format!(
            "does not exist in {zone} on this day, because clocks are set forward; choose another time"
        ),
        P::DateLibrarySays(message) => format!("must be a date such as 2026-11-21 ({message})"),
        P::StoredDateLibrarySays(message) => message.clone(),
        P::BeforeField(other) => format!("must not be before {other}"),
        P::TooManyDays(most) => format!("must be at most {most} days before the last day"),
        P::PeriodOutOfRange(most) => {
            format!("must be after from, and at most {most} days later")
        }
        P::EventsNotKept(days) => {
            format!("must be within the last {days} days, for which events are kept")
        }
        P::ChangeTooLongAgo(hours) => format!("can be taken back for {hours} hours only"),
        fixed => fixed_text(fixed).to_owned(),
    }
}

/// Returns what is wrong with a date or a time, for problems without a number.
fn fixed_text(problem: &TimeProblem) -> &'static str {
    use TimeProblem as P;
    match problem {
        P::NotTimestamp => {
            "must be an ISO 8601 date-time with an offset, for example 2026-03-05T08:15:00Z"
        }
        P::NotLocalTime => "must be a date such as 2026-03-05 and a time such as 09:30",
        P::NotDayOrTime => {
            "must be a day such as 2026-11-16, or a time such as 2026-11-16T08:00:00Z"
        }
        P::NotPartialDate => "must be YYYY or YYYY-MM",
        P::NotReportDay => "must be a date since 1970, for example 2026-03-05",
        P::NotDay => "must be a day such as 2026-12-31",
        P::NotStartDay => "must be a date as YYYY-MM-DD, for example 2026-05-01",
        P::AfterLastDay => "must not be after the last day",
        P::BeforePreviousSegment => {
            "is earlier than in the previous segment; send segments in order of their start"
        }
        P::PositionEndsBeforeItBegins => "lets the position end before it begins",
        _ => "is not a date",
    }
}
