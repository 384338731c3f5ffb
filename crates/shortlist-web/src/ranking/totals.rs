//! How many candidates the ranking has, in words. In a large job, not all that match are counted.

use shortlist_domain::{MAX_BULK_CANDIDATES, MAX_RANKED, ScoreCounts};

/// Returns which part of the list a page shows, with the number of rows before it and on it.
pub(super) fn shown(before: i64, rows: usize, has_next: bool, counts: &ScoreCounts) -> String {
    let rows = i64::try_from(rows).unwrap_or(i64::MAX);
    let last = before.max(0).saturating_add(rows);
    let (total, at_least) = match complete(counts) {
        Some(total) => (total, ""),
        // The last page ends the list, so the total is known.
        None if !has_next => (last, ""),
        None => (counts.total().max(last), "at least "),
    };
    if rows == total {
        return match total {
            1 => "1 candidate".to_owned(),
            total => format!("{total} candidates"),
        };
    }
    let before = before.clamp(0, total);
    let last = before.saturating_add(rows);
    let first = before.saturating_add(1).min(last);
    format!("{first} to {last} of {at_least}{total} candidates")
}

/// Returns the number of candidates in the view, if all of them are counted.
pub(super) fn complete(counts: &ScoreCounts) -> Option<i64> {
    counts.lowest().is_none().then(|| counts.total())
}

/// Returns the choice of all candidates of a view, unless they are too many to be changed at once.
///
/// If not all of them are counted, the page after it says whether they are too many.
pub(super) fn all_of_view(counts: &ScoreCounts) -> Option<String> {
    let known = usize::try_from(counts.total());
    let fits = known.is_ok_and(|known| known <= MAX_BULK_CANDIDATES);
    let label = match complete(counts) {
        Some(total) => format!("All {total} of this view"),
        None => "All of this view".to_owned(),
    };
    fits.then_some(label)
}

/// Returns which candidates are ranked, if not all are.
pub(super) fn counted(counts: &ScoreCounts) -> String {
    counts.lowest().map_or(String::new(), |lowest| {
        format!(" with a score of {lowest} or more, because the job has more than {MAX_RANKED} candidates")
    })
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Score;

    use super::*;

    fn counts(lowest: Option<i64>) -> ScoreCounts {
        let all = ScoreCounts::new(vec![(Score::from_tenths(800), 70)]);
        match lowest {
            Some(tenths) => all.down_to(Score::from_tenths(tenths)),
            None => all,
        }
    }

    #[test]
    fn a_total_that_is_not_complete_is_at_least_what_is_shown() {
        let all = counts(None);
        assert_eq!(shown(50, 20, false, &all), "51 to 70 of 70 candidates");
        assert_eq!(shown(0, 70, false, &all), "70 candidates");
        let best = counts(Some(400));
        assert_eq!(
            shown(0, 50, true, &best),
            "1 to 50 of at least 70 candidates"
        );
        assert_eq!(
            shown(100, 50, true, &best),
            "101 to 150 of at least 150 candidates"
        );
        assert_eq!(shown(100, 5, false, &best), "101 to 105 of 105 candidates");
    }

    #[test]
    fn all_of_a_view_are_offered_unless_they_are_too_many() {
        let all = all_of_view(&counts(None));
        assert_eq!(all.as_deref(), Some("All 70 of this view"));
        let uncounted = all_of_view(&counts(Some(400)));
        assert_eq!(uncounted.as_deref(), Some("All of this view"));
        let many = ScoreCounts::new(vec![(Score::from_tenths(800), 1_001)]);
        assert_eq!(all_of_view(&many), None);
    }

    #[test]
    fn ranks_say_down_to_which_score_they_count() {
        assert_eq!(
            (complete(&counts(None)), counted(&counts(None))),
            (Some(70), String::new())
        );
        let best = counts(Some(400));
        assert_eq!(complete(&best), None);
        assert!(counted(&best).starts_with(" with a score of 40.0 or more"));
    }
}
