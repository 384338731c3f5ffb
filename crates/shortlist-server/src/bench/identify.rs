//! `shortlist bench identify`: invented answers about sex and race or ethnicity, and a file of the same answers.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use fastrand::Rng;
use shortlist_domain::{
    CandidateId, Environment, OrganizationId, Party, RaceEthnicity, SelfIdentification, Sex,
};
use shortlist_persistence::{CandidateRange, Coverage, Store};

use crate::config::{Config, ConfigArguments};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, output, service, telemetry};

/// The number of candidates in one transaction.
const BATCH: u32 = 5_000;
/// One in this many candidates gave no answer.
const SILENT_SHARE: u64 = 10;

/// Flags of `bench identify`.
#[derive(Debug, Args)]
pub(crate) struct IdentifyArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization of `bench seed`.
    #[arg(long, default_value = "org_bench")]
    organization: String,
    /// CSV file to write the same answers to.
    #[arg(long)]
    file: PathBuf,
}

/// Stores an answer of most candidates, and writes the file.
pub(crate) fn run(arguments: &IdentifyArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.logging.log_format)?;
    let locations = service::data_locations(&config)?;
    let store = service::open_store(&locations)?;
    let settings = config.settings(Environment::Production)?;
    let vocabulary = OperatorSkills::default().into_vocabulary();
    let clock = service::system_clock();
    let app = service::assemble(&locations, store.clone(), settings, vocabulary, clock)?;
    let organization = OrganizationId::parse("organization", &arguments.organization);
    let organization = organization.map_err(Failure::of("understand the organization"))?;
    let file = File::create(&arguments.file).map_err(Failure::of("create the file"))?;
    let mut file = BufWriter::new(file);
    let write = "write the file";
    writeln!(file, "candidate_unique_id,sex,race_ethnicity").map_err(Failure::of(write))?;
    let party = Party::operator(&organization);
    let mut answers = Answers {
        store: &store,
        random: Rng::with_seed(1),
        after: String::new(),
    };
    let mut count = 0;
    while let Some(batch) = answers.next_batch(&organization)? {
        for (code, _, given) in &batch {
            let sex = given.sex.map_or("", Sex::as_str);
            let race = given.race_ethnicity.map_or("", RaceEthnicity::as_str);
            writeln!(file, "{code},{sex},{race}").map_err(Failure::of(write))?;
        }
        let batch: Vec<_> = batch
            .into_iter()
            .map(|(_, id, given)| (id, given))
            .collect();
        count += store
            .writer_for(party.action("benchIdentify", app.clock().now()))
            .candidates()
            .set_self_identifications(&organization, &batch, app.clock().now())
            .map_err(Failure::of("store the answers"))?;
    }
    file.flush().map_err(Failure::of(write))?;
    output::print_result(&format!("the answers of {count} candidates are stored"))
}

/// A candidate's code and identifier with an invented answer.
type Answer = (String, CandidateId, SelfIdentification);

struct Answers<'a> {
    store: &'a Store,
    random: Rng,
    after: String,
}

impl Answers<'_> {
    fn next_batch(
        &mut self,
        organization: &OrganizationId,
    ) -> Result<Option<Vec<Answer>>, Failure> {
        let attempt = "read the candidates";
        let fairness = self.store.fairness();
        let range = fairness.next_range(organization, None, &self.after, BATCH);
        let Some((first, last)) = range.map_err(Failure::of(attempt))? else {
            return Ok(None);
        };
        let range = CandidateRange {
            first: &first,
            last: &last,
        };
        let batch = fairness.list_scored(organization, Coverage::default(), range);
        let batch = batch.map_err(Failure::of(attempt))?;
        self.after = last;
        let mut answers = Vec::with_capacity(batch.len());
        for candidate in batch {
            let id = CandidateId::parse("id", &candidate.id).map_err(Failure::of(attempt))?;
            if self.random.u64(..SILENT_SHARE) > 0 {
                answers.push((candidate.code, id, self.answer()));
            }
        }
        Ok(Some(answers))
    }

    fn answer(&mut self) -> SelfIdentification {
        SelfIdentification {
            sex: self.random.choice(Sex::ALL),
            race_ethnicity: self.random.choice(RaceEthnicity::ALL),
        }
    }
}
