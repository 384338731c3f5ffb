//! The reports of the page: their words, charts and tables.

use chrono::Days;
use shortlist_app::{RecruitingReport, skip_problem_text};
use shortlist_domain::{
    CandidateStatus, SCORE_BANDS, STAY_BANDS, SkipReason, StageId, StageList, StayNumbers,
    rounded_mean,
};

use super::chart::Chart;
use super::table::{Cell, Table, decimal, share};
use crate::{links, status};

/// The most columns of a chart by day. A longer period has several days in a column.
const MAX_COLUMNS: i64 = 60;
/// The seconds of a tenth of a day.
const TENTH_OF_DAY: i64 = 8_640;

/// A report.
pub(crate) struct Section {
    /// The name in addresses.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    /// What the numbers mean.
    pub(crate) hint: &'static str,
    /// The most important numbers in words.
    pub(crate) summary: String,
    pub(crate) chart: Chart,
    pub(crate) table: Table,
    /// The address of the CSV file.
    pub(crate) csv: String,
    /// What to do if there are no numbers.
    pub(crate) empty: &'static str,
}

/// Returns all reports. `csv` returns the address of the CSV file with a name.
pub(super) fn all(report: &RecruitingReport, csv: impl Fn(&str) -> String) -> Vec<Section> {
    let funnel = match report.job {
        Some(_) => stages(report),
        None => jobs(report),
    };
    let mut sections = vec![
        funnel,
        stays(report),
        scores(report),
        files(report),
        skipped(report),
        reviewers(report),
    ];
    for section in &mut sections {
        section.csv = csv(section.name);
    }
    sections
}

/// Returns how far the candidates of a job came.
fn stages(report: &RecruitingReport) -> Section {
    let figures = &report.figures;
    let total = figures.statuses.total();
    let rows = steps(report);
    let bars = rows.iter().map(|step| {
        let value = format!(
            "{} reached ({}), {} now",
            step.reached,
            share(step.reached, total),
            step.now
        );
        (step.name.clone(), value, vec![step.reached, step.now])
    });
    let cells = rows.iter().map(|step| {
        vec![
            Cell::text(&step.name),
            Cell::text(step.status),
            Cell::number(step.reached),
            Cell::number(share(step.reached, total)),
            Cell::number(step.now),
        ]
    });
    let hired = figures.statuses.of(Some(CandidateStatus::Hired));
    Section {
        name: "funnel",
        title: "Funnel",
        hint: "The candidates who were added in this period, wherever they are today. Reached counts everyone who is in the stage or ever was.",
        summary: format!(
            "{} added, of whom {} hired ({}).",
            candidates(total),
            are(hired),
            share(hired, total)
        ),
        chart: Chart::bars(&["Reached", "Now"], bars.collect()),
        table: match total {
            0 => Table::default(),
            _ => Table::new(
                &["Stage", "Status", "Reached", "Share", "Now"],
                2,
                cells.collect(),
            ),
        },
        csv: String::new(),
        empty: "No candidate was added in this period. Choose a longer one, or upload resumes.",
    }
}

/// A step of the funnel.
struct Step {
    name: String,
    status: &'static str,
    reached: i64,
    now: i64,
}

/// Returns the steps of the funnel: the stages of the job, and the removed ones that candidates were in. Those whom nobody has decided
/// about are a step of their own before the active ones, unless the organization has given the stages names of its own.
fn steps(report: &RecruitingReport) -> Vec<Step> {
    let figures = &report.figures;
    let listed = report.stages.stages().iter().map(|stage| &stage.id);
    let removed = figures.stages.iter().map(|stage| &stage.stage_id);
    let removed = removed.filter(|id| report.stages.find(id).is_none());
    let step = |id: &StageId| {
        let mut found = figures.stages.iter();
        let found = found.find(|stage| stage.stage_id == *id);
        let status = report.stages.find(id).map(|stage| stage.status);
        Step {
            name: report.stage_name(id).to_owned(),
            status: status.map_or("", |one| status::label(Some(one))),
            reached: found.map_or(0, |stage| stage.reached),
            now: found.map_or(0, |stage| stage.now),
        }
    };
    let mut steps: Vec<Step> = listed.chain(removed).map(step).collect();
    let (new, active) = (figures.statuses.of(None), CandidateStatus::Active);
    let is_active = |step: &Step| step.name == active.as_str();
    if report.stages == StageList::default()
        && let Some(place) = steps.iter().position(is_active)
    {
        let total = figures.statuses.total();
        let first = StageId::of_status(active);
        let mut found = figures.stages.iter();
        let decided = found.find(|stage| stage.stage_id == first);
        let decided = decided.map_or(0, |stage| stage.decided);
        if let Some(step) = steps.get_mut(place) {
            step.reached = decided;
            step.now -= new;
        }
        let name = status::label(None);
        let first = Step {
            name: name.to_owned(),
            status: name,
            // Everybody begins without a decision.
            reached: total,
            now: new,
        };
        steps.insert(place, first);
    }
    steps
}

/// Returns the candidates of several jobs by status.
fn jobs(report: &RecruitingReport) -> Section {
    let figures = &report.figures;
    let total = figures.statuses.total();
    let rows = figures.jobs.iter().map(|job| {
        let fields = [
            ("job", job.job_id.as_str()),
            ("from", &report.days.first().to_string()),
            ("to", &report.days.last().to_string()),
        ];
        let mut row = vec![
            Cell::text(&job.title).linked(links::with_fields("/app/reports", &fields)),
            Cell::text(&job.code),
            Cell::number(job.statuses.total()),
        ];
        row.extend(job.statuses.iter().map(|(_, number)| Cell::number(number)));
        row
    });
    let bars = figures.statuses.iter().map(|(one, number)| {
        let value = format!("{number} ({})", share(number, total));
        (status::label(one).to_owned(), value, vec![number])
    });
    let mut headings = vec!["Job", "Code", "Candidates"];
    headings.extend(figures.statuses.iter().map(|(one, _)| status::label(one)));
    let table = if figures.jobs.is_empty() {
        Table::default()
    } else {
        Table::new(&headings, 2, rows.collect())
    };
    Section {
        name: "funnel",
        title: "Candidates by status",
        hint: "The candidates who were added in this period, by their status today. Choose a job to see its stages. The table lists the 100 jobs with the most candidates.",
        summary: format!("{} added.", candidates(total)),
        chart: Chart::bars(&["Candidates"], bars.collect()),
        table,
        csv: String::new(),
        empty: "No candidate was added in this period. Choose a longer one, or upload resumes.",
    }
}

/// Returns the name of the stage of a stay.
fn stay_name(report: &RecruitingReport, stay: &StayNumbers) -> String {
    match stay.status {
        None => status::label(None).to_owned(),
        Some(_) => report.stage_name(&stay.stage_id).to_owned(),
    }
}

/// Returns how long candidates stayed in stages.
fn stays(report: &RecruitingReport) -> Section {
    let stays = &report.figures.stays;
    let name = |stay: &StayNumbers| stay_name(report, stay);
    let days = |seconds: i64| decimal(rounded_mean(seconds, TENTH_OF_DAY));
    let average = |stay: &StayNumbers| {
        decimal(rounded_mean(
            stay.seconds,
            stay.number.saturating_mul(TENTH_OF_DAY),
        ))
    };
    let rows = stays.iter().map(|stay| {
        let mut row = vec![
            Cell::text(name(stay)),
            Cell::number(stay.number),
            Cell::number(average(stay)),
            Cell::number(days(stay.longest)),
        ];
        row.extend(stay.bands.iter().map(Cell::number));
        row
    });
    let bars = stays.iter().map(|stay| {
        let value = format!(
            "{} days on average, longest {}",
            average(stay),
            days(stay.longest)
        );
        (name(stay), value, vec![stay.seconds / stay.number.max(1)])
    });
    let [one, three, week, two_weeks, month] = STAY_BANDS;
    debug_assert_eq!([one, three, week, two_weeks, month], [1, 3, 7, 14, 30]);
    let headings = [
        "Stage",
        "Moves",
        "Mean days",
        "Longest",
        "Under 1 day",
        "1 to 3",
        "3 to 7",
        "7 to 14",
        "14 to 30",
        "30 or more",
    ];
    let number: i64 = stays.iter().map(|stay| stay.number).sum();
    Section {
        name: "time-in-status",
        title: match report.job {
            Some(_) => "Time in stage",
            None => "Time in status",
        },
        hint: "How long candidates stayed before they moved on. A stay counts in the period in which it ended; those who still wait are not included.",
        summary: match number {
            1 => "1 candidate moved on.".to_owned(),
            _ => format!("Candidates moved on {number} times."),
        },
        chart: Chart::bars(&["Mean days"], bars.collect()),
        table: Table::new(&headings, 1, rows.collect()),
        csv: String::new(),
        empty: "Nobody was moved in this period. Move candidates on the board of a job, or decide in its review queue.",
    }
}

/// Returns how many candidates have which score.
fn scores(report: &RecruitingReport) -> Section {
    let bands = &report.figures.scores;
    let total: i64 = bands.iter().sum();
    let range = |band: usize| match band + 1 {
        SCORE_BANDS => format!("{} to 100", band * 10),
        next => format!("{} to {}.9", band * 10, next * 10 - 1),
    };
    let rows = bands.iter().enumerate().map(|(band, number)| {
        vec![
            Cell::text(range(band)),
            Cell::number(number),
            Cell::number(share(*number, total)),
        ]
    });
    let columns = bands.iter().enumerate();
    let columns = columns.map(|(band, number)| ((band * 10).to_string(), vec![*number]));
    let columns: Vec<(String, Vec<i64>)> = columns.collect();
    let highest = bands.iter().rev().take(2).sum();
    Section {
        name: "scores",
        title: "Scores",
        hint: "The present scores of the candidates who were added in this period.",
        summary: format!(
            "{} of {} {} 80 points or more ({}).",
            highest,
            candidates(total),
            if highest == 1 { "has" } else { "have" },
            share(highest, total)
        ),
        chart: Chart::columns(&["Candidates"], &columns),
        table: match total {
            0 => Table::default(),
            _ => Table::new(&["Score", "Candidates", "Share"], 1, rows.collect()),
        },
        csv: String::new(),
        empty: "No candidate was added in this period. Choose a longer one, or upload resumes.",
    }
}

/// Returns the uploaded files by day.
fn files(report: &RecruitingReport) -> Section {
    let days = &report.figures.days;
    let rows = days.iter().map(|day| {
        vec![
            Cell::text(day.day.to_string()),
            Cell::number(day.added),
            Cell::number(day.existing),
            Cell::number(day.skipped),
        ]
    });
    let added: i64 = days.iter().map(|day| day.added).sum();
    let step = days_of_a_column(report);
    let on_days = match days.len() {
        1 => "1 day".to_owned(),
        number => format!("{number} days"),
    };
    let summary = format!("{} added on {on_days}.", candidates(added));
    Section {
        name: "uploads",
        title: "Uploads per day",
        hint: "Days begin at midnight UTC. Candidates who were erased since are not counted. Files of existing candidates are duplicates, new versions and further documents.",
        summary: match step {
            1 => summary,
            _ => format!("{summary} Each column is {step} days."),
        },
        chart: Chart::columns(
            &["New candidates", "Existing candidates", "Skipped files"],
            &columns_by_day(report, step),
        ),
        table: Table::new(
            &[
                "Day",
                "New candidates",
                "Existing candidates",
                "Skipped files",
            ],
            1,
            rows.collect(),
        ),
        csv: String::new(),
        empty: "Nothing was uploaded in this period. Open a job, and choose Upload.",
    }
}

/// Returns how many days a column of the chart has.
fn days_of_a_column(report: &RecruitingReport) -> i64 {
    (report.days.number() + MAX_COLUMNS - 1) / MAX_COLUMNS
}

fn columns_by_day(report: &RecruitingReport, step: i64) -> Vec<(String, Vec<i64>)> {
    let first = report.days.first();
    let number = (report.days.number() + step - 1) / step;
    let label = |column: i64| {
        let days = u64::try_from(column * step).unwrap_or(0);
        let day = first.checked_add_days(Days::new(days)).unwrap_or(first);
        (day.to_string(), vec![0; 3])
    };
    let mut columns: Vec<(String, Vec<i64>)> = (0..number).map(label).collect();
    for day in &report.figures.days {
        let place = day.day.signed_duration_since(first).num_days() / step;
        let column = usize::try_from(place).ok();
        if let Some((_, sums)) = column.and_then(|place| columns.get_mut(place)) {
            let numbers = [day.added, day.existing, day.skipped];
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum += number;
            }
        }
    }
    columns
}

/// Returns why files were skipped.
fn skipped(report: &RecruitingReport) -> Section {
    let reasons = &report.figures.skipped;
    let total: i64 = reasons.iter().map(|(_, number)| number).sum();
    let named = |reason: SkipReason| {
        let reason = skip_problem_text(reason);
        let mut letters = reason.chars();
        let first = letters.next().map(|first| first.to_uppercase().to_string());
        format!("{}{}", first.unwrap_or_default(), letters.as_str())
    };
    let rows = reasons.iter().map(|(reason, number)| {
        vec![
            Cell::text(named(*reason)),
            Cell::number(number),
            Cell::number(share(*number, total)),
        ]
    });
    let bars = reasons.iter().map(|(reason, number)| {
        let value = format!("{number} ({})", share(*number, total));
        (named(*reason), value, vec![*number])
    });
    Section {
        name: "skipped-files",
        title: "Skipped files by reason",
        hint: "The files that could not be used. They are counted when an upload is complete; an upload that was cancelled is not included.",
        summary: match total {
            1 => "1 file was skipped.".to_owned(),
            _ => format!("{total} files were skipped."),
        },
        chart: Chart::bars(&["Files"], bars.collect()),
        table: Table::new(&["Reason", "Files", "Share"], 1, rows.collect()),
        csv: String::new(),
        empty: "Every file in this period could be used.",
    }
}

const REVIEWERS_HINT: &str = "Reviews that were first given in this period. A distance is in points, on average. A difference is positive if the reviewer's scores are higher than those of the resumes.";
/// The same for a viewer from whom some reviews are hidden.
const REVIEWERS_HINT_OF_PANEL: &str = "Reviews that were first given in this period, except those of candidates whom you interview and have not reviewed yet. A distance is in points, on average. A difference is positive if the reviewer's scores are higher than those of the resumes.";

/// Returns how far reviewers agree.
fn reviewers(report: &RecruitingReport) -> Section {
    let agreement = &report.figures.agreement;
    let rows = agreement.reviewers.iter().map(|one| {
        vec![
            Cell::text(&one.name),
            Cell::number(one.reviews),
            Cell::number(decimal(rounded_mean(one.resume_distance, one.reviews))),
            Cell::number(decimal(rounded_mean(one.resume_difference, one.reviews))),
            Cell::number(one.pairs),
            Cell::number(decimal(rounded_mean(one.distance, one.pairs))),
        ]
    });
    let bars = agreement.reviewers.iter().map(|one| {
        let from_resume = rounded_mean(one.resume_distance, one.reviews);
        let from_others = rounded_mean(one.distance, one.pairs);
        let value = format!(
            "{} points from resume scores, {}",
            decimal(from_resume),
            match one.pairs {
                0 => "no candidate in common with others".to_owned(),
                _ => format!("{} from other reviewers", decimal(from_others)),
            }
        );
        (one.name.clone(), value, vec![from_resume, from_others])
    });
    let headings = [
        "Reviewer",
        "Reviews",
        "Distance from resume score",
        "Difference",
        "Pairs with others",
        "Distance from others",
    ];
    Section {
        name: "reviewers",
        title: "Agreement of reviewers",
        hint: if report.hides_reviews {
            REVIEWERS_HINT_OF_PANEL
        } else {
            REVIEWERS_HINT
        },
        summary: match agreement.pairs {
            0 => "No candidate has reviews by two reviewers.".to_owned(),
            pairs => format!(
                "Two reviewers of a candidate are {} points apart on average. {} of {pairs} pairs are within 10 points ({}).",
                decimal(rounded_mean(agreement.distance, pairs)),
                agreement.agreeing,
                share(agreement.agreeing, pairs)
            ),
        },
        chart: Chart::bars(
            &["From resume scores", "From other reviewers"],
            bars.collect(),
        ),
        table: Table::new(&headings, 1, rows.collect()),
        csv: String::new(),
        empty: "Nobody has reviewed a candidate in this period. Open a candidate, and submit a review there.",
    }
}

fn candidates(number: i64) -> String {
    match number {
        1 => "1 candidate".to_owned(),
        _ => format!("{number} candidates"),
    }
}

fn are(number: i64) -> String {
    match number {
        1 => "1 is".to_owned(),
        _ => format!("{number} are"),
    }
}
