//! What can be wrong with a date or a time.

super::problems! {
    /// What is wrong with a date or a time.
    TimeProblem {
        /// It is not a date and a time with an offset from UTC.
        NotTimestamp = "notATime",
        /// It is not a local date with a local time.
        NotLocalTime = "notATime",
        /// It is neither a day nor a time.
        NotDayOrTime = "notATime",
        /// Clocks in this time zone are set forward over it.
        SkippedByClocks(&'static str) = "skippedByClocks",
        /// It is neither a year nor a month.
        NotPartialDate = "notADate",
        /// It is not a date since 1970.
        NotReportDay = "notADate",
        /// It is not a day.
        NotDay = "notADate",
        /// It is not the day on which somebody begins.
        NotStartDay = "notADate",
        /// It is not a date, as this message of the library for dates explains.
        DateLibrarySays(String) = "notADate",
        /// A stored text is not a date.
        NotStoredDate = "notADate",
        /// A stored text is not a date, as this message of the library for dates explains.
        StoredDateLibrarySays(String) = "notADate",
        /// It comes before the time in this field.
        BeforeField(&'static str) = "beforeStart",
        /// It comes after the last day.
        AfterLastDay = "afterEnd",
        /// It is more than this many days before the last day.
        TooManyDays(i64) = "tooManyDays",
        /// The period ends before it begins, or has more than this many days.
        PeriodOutOfRange(i64) = "tooManyDays",
        /// It is more than this many days ago, and older events are not kept.
        EventsNotKept(i64) = "tooLongAgo",
        /// It is more than this many hours ago, and older changes cannot be taken back.
        ChangeTooLongAgo(i64) = "tooLongAgo",
        /// A part of a transcription begins before the one that precedes it.
        BeforePreviousSegment = "notInOrder",
        /// A position would end before it begins.
        PositionEndsBeforeItBegins = "positionEndsBeforeItBegins",
    }
}

impl TimeProblem {
    pub(super) fn limit(&self) -> Option<i64> {
        match self {
            Self::TooManyDays(most)
            | Self::PeriodOutOfRange(most)
            | Self::EventsNotKept(most)
            | Self::ChangeTooLongAgo(most) => Some(*most),
            _ => None,
        }
    }
}
