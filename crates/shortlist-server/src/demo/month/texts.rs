//! What the demo's users write.

/// Comments of reviewers who are in favour.
pub(super) const PRAISE: [&str; 6] = [
    "Strong evidence for the required skills, and the dates add up. Invite.",
    "Exactly the work that we need, with results one can check. I would talk to this person this week.",
    "Clear progress from one position to the next. Ask about the reasons for the last change.",
    "Meets everything that we listed. The examples are concrete.",
    "Convincing: not only the tools, but what changed because of them.",
    "Very good fit. Check the notice period early.",
];
/// Comments of reviewers who hesitate.
pub(super) const DOUBT: [&str; 6] = [
    "Good basis, but the main skill shows up only in the last position. Needs a careful interview.",
    "I am not sure. Much of the experience is next to what we need, not in it.",
    "Solid, but others show more depth. Keep for the second round.",
    "The list of skills is longer than the evidence for it.",
    "Would need half a year to get there. Worth it only if nobody else is ready.",
    "Reads well, but I miss numbers. My score is lower than the resume's.",
];
/// Notes of recruiters.
pub(super) const NOTES: [&str; 6] = [
    "Telephone call: notice period of three months, could start earlier by agreement.",
    "Salary expectation is within the range.",
    "Prefers four days a week. The team agrees.",
    "Asked for a second talk with the team before deciding.",
    "Has another offer until the end of next week. Please decide soon.",
    "Would move, and needs help with the paperwork.",
];
/// What a recruiter reports after an interview of a panel.
pub(super) const RECRUITER_REPORT: &str = "Friendly and well prepared. Expectations about salary, place and start fit ours. Good questions about the team.";
/// Why candidates withdraw.
pub(super) const WITHDRAWN: [&str; 2] = ["Accepted another offer", "Does not want to move"];
/// Why candidates have to wait.
pub(super) const ON_HOLD: &str = "Waits for the budget of the second position";

/// The reasons of rejections, which are those that the service offers.
pub(super) const NOT_MET: &str = "A requirement is not met";
pub(super) const TOO_LITTLE: &str = "Too little experience";
pub(super) const OTHERS_FIT: &str = "Others fit better";

/// What belongs to one job.
pub(super) struct JobTexts {
    pub(super) code: &'static str,
    /// What the interviewer reports.
    pub(super) feedback: [&'static str; 4],
    pub(super) place: &'static str,
    pub(super) time_zone: &'static str,
    /// The amount and the currency of an offer.
    pub(super) amount: &'static str,
    pub(super) currency: &'static str,
    /// The minutes of the day at which interviews begin, in UTC.
    pub(super) past: [u32; 3],
    /// The coming interviews: how many working days after today, and the minute of that day.
    pub(super) coming: &'static [Slot],
}

/// The time of a coming interview.
pub(super) struct Slot {
    pub(super) days: u32,
    pub(super) minute: u32,
}

const fn slot(days: u32, minute: u32) -> Slot {
    Slot { days, minute }
}

pub(super) static JOBS: [JobTexts; 3] = [
    JobTexts {
        code: "ENG-101",
        feedback: [
            "Explained the trade-off between consistency and latency with an outage of their own. Wrote clean Rust under time pressure. Recommended.",
            "Good knowledge of PostgreSQL: found the missing index from the plan alone. Less practice with Kafka. I would hire with a mentor.",
            "Strong in design, slow in code. The team should decide which one it needs more.",
            "Knows the tools by name, but could not say how a lost update happens. Not for a senior position.",
        ],
        place: "Meeting room Spree",
        time_zone: "Europe/Berlin",
        amount: "84000",
        currency: "EUR",
        past: [8 * 60, 9 * 60 + 30, 13 * 60],
        coming: &[
            slot(0, 9 * 60),
            slot(0, 13 * 60),
            slot(1, 9 * 60 + 30),
            slot(2, 13 * 60),
            slot(3, 9 * 60),
        ],
    },
    JobTexts {
        code: "DAT-204",
        feedback: [
            "Asked what the decision is before writing a query. SQL without a mistake, and a clear explanation of the test's power. Recommended.",
            "Fine dashboards and a good eye. Statistics are a bit rusty: mixed up significance and effect.",
            "Very fast in Python, impatient with the business questions. Would be happier in data science.",
            "Honest about gaps. The case took twice the time that we planned.",
        ],
        place: "Meeting room Liffey",
        time_zone: "Europe/Dublin",
        amount: "62000",
        currency: "EUR",
        past: [11 * 60, 14 * 60 + 30, 15 * 60 + 45],
        coming: &[
            slot(0, 11 * 60),
            slot(1, 13 * 60 + 30),
            slot(2, 10 * 60 + 30),
            slot(4, 11 * 60),
        ],
    },
    JobTexts {
        code: "NUR-310",
        feedback: [
            "Calm and exact in the simulation; called for help at the right moment. The charge nurse would take this person tomorrow.",
            "Good judgment in triage. Needs six weeks of orientation on ventilation, which is normal for people from the emergency department.",
            "Warm with relatives, careful with medication. Little critical care so far.",
            "Prefers day shifts only, which we cannot promise.",
        ],
        place: "Unit 4 West, family room",
        time_zone: "America/Los_Angeles",
        amount: "58000",
        currency: "USD",
        past: [17 * 60, 18 * 60 + 15, 19 * 60 + 30],
        coming: &[
            slot(0, 16 * 60 + 30),
            slot(1, 17 * 60 + 30),
            slot(2, 16 * 60 + 30),
            slot(3, 18 * 60),
        ],
    },
];
