//! The list of attacks.

mod forms;
mod queries;
mod rates;
mod stalled;
mod streams;
mod uploads;

use crate::Outcome;
use crate::scene::Scene;

/// The transport of an attack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    Plain,
    Tls,
}

/// The behavior of an attack.
pub(crate) enum Behavior {
    /// The attack continues until its time is over, while the bystander is measured.
    During(fn(&Scene<'_>) -> Outcome<()>),
    /// The client sends a request and disconnects. Then the server should become idle.
    Disconnect(fn(&Scene<'_>) -> Vec<u8>),
}

/// An attack.
pub(crate) struct Attack {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) transport: Transport,
    /// The goal for the server's memory in MiB, if there is one.
    pub(crate) memory_mib: Option<u64>,
    /// The settings of the server.
    pub(crate) settings: &'static [&'static str],
    pub(crate) behavior: Behavior,
}

/// The goal for the memory that unauthenticated callers may cause, in MiB.
const UNAUTHENTICATED_MIB: u64 = 150;
/// Lets one address send as many forms as many networks could.
const MANY_NETWORKS: &[&str] = &["--network-forms-per-minute", "1000000"];

const fn during(
    name: &'static str,
    about: &'static str,
    behavior: fn(&Scene<'_>) -> Outcome<()>,
) -> Attack {
    Attack {
        name,
        about,
        transport: Transport::Plain,
        memory_mib: None,
        settings: &[],
        behavior: Behavior::During(behavior),
    }
}

const fn unknown(
    name: &'static str,
    about: &'static str,
    transport: Transport,
    behavior: fn(&Scene<'_>) -> Outcome<()>,
) -> Attack {
    Attack {
        name,
        about,
        transport,
        memory_mib: Some(UNAUTHENTICATED_MIB),
        settings: &[],
        behavior: Behavior::During(behavior),
    }
}

const fn disconnect(
    name: &'static str,
    about: &'static str,
    behavior: fn(&Scene<'_>) -> Vec<u8>,
) -> Attack {
    Attack {
        name,
        about,
        transport: Transport::Plain,
        memory_mib: None,
        settings: &[],
        behavior: Behavior::Disconnect(behavior),
    }
}

/// All attacks, in the order in which they run.
pub(crate) const ATTACKS: [Attack; 32] = [
    during("quiet", "nothing", |_| Ok(())),
    during(
        "stalled-refused-60",
        "60 uploads that stall, without permission",
        |scene| stalled::refused_uploads(scene, 60),
    ),
    during(
        "stalled-refused-200",
        "200 uploads that stall, without permission",
        |scene| stalled::refused_uploads(scene, 200),
    ),
    during("stalled-60", "60 uploads that stall", |scene| {
        stalled::permitted_uploads(scene, 60)
    }),
    during("stalled-200", "200 uploads that stall", |scene| {
        stalled::permitted_uploads(scene, 200)
    }),
    during(
        "slow-documents",
        "4 uploads of documents that are slow to read",
        uploads::slow_documents,
    ),
    during("sign-ins", "400 sign-ins at once", rates::sign_ins),
    during(
        "requirements",
        "32 times getJob with 240 aliases of requirements",
        |scene| queries::ask(scene, queries::requirements),
    ),
    during(
        "jobs",
        "32 times getJobs, 100 jobs with 240 aliases of requirements",
        |scene| queries::ask(scene, queries::jobs),
    ),
    during(
        "resumes",
        "32 times getCandidates, 100 with 240 aliases of resume",
        |scene| queries::ask(scene, queries::resumes),
    ),
    during(
        "receipts",
        "32 times getCandidates, 100 with 120 aliases of earlierReceipts",
        |scene| queries::ask(scene, queries::receipts),
    ),
    during(
        "leaderboards",
        "32 times 10 leaderboards of 10,000 rows",
        |scene| queries::ask(scene, queries::leaderboards),
    ),
    during(
        "pages",
        "32 times 10 pages of 100 candidates with totalCount",
        |scene| queries::ask(scene, queries::pages),
    ),
    during("explanations", "32 times 10 explainScore", |scene| {
        queries::ask(scene, queries::explanations)
    }),
    during("exports", "32 times 10 exportCandidate", |scene| {
        queries::ask(scene, queries::exports)
    }),
    during(
        "reports",
        "32 times 10 long reports of an interview",
        |scene| queries::ask(scene, queries::reports),
    ),
    during(
        "searches",
        "32 times 10 searches with totalCount",
        |scene| queries::ask(scene, queries::searches),
    ),
    unknown(
        "streams",
        "1,000 streams of one HTTP/2 connection, bodies sent slowly",
        Transport::Tls,
        streams::slow,
    ),
    unknown(
        "stream-headers",
        "the same with 90 small headers each",
        Transport::Tls,
        streams::header_flood,
    ),
    unknown(
        "closed-window",
        "streams without end, none of whose answers is taken",
        Transport::Tls,
        streams::closed_window,
    ),
    unknown(
        "bodies-600",
        "600 HTTP/1 connections that send a body of 1 MiB slowly",
        Transport::Plain,
        |scene| stalled::slow_bodies(scene, 600),
    ),
    unknown("bodies-1000", "1,000 of them", Transport::Plain, |scene| {
        stalled::slow_bodies(scene, 1_000)
    }),
    during(
        "rate-one-key",
        "6,000 pages of 100 by one key",
        rates::one_key,
    ),
    during(
        "rate-four-keys",
        "6,000 pages of 100 by each of 4 keys",
        rates::several_keys,
    ),
    disconnect("leave-jobs", "getJobs as above, then gone", |scene| {
        queries::request(scene, queries::jobs)
    }),
    disconnect("leave-receipts", "receipts as above, then gone", |scene| {
        queries::request(scene, queries::receipts)
    }),
    disconnect(
        "leave-upload",
        "an upload of 24 slow documents, then gone",
        uploads::many_slow_documents,
    ),
    during(
        "rescorings",
        "8 times rescoreJob of the large job",
        uploads::rescorings,
    ),
    during(
        "repeated-uploads",
        "16 uploads under 4 idempotency keys",
        uploads::repeated_uploads,
    ),
    during(
        "imports",
        "4 imports of job files of 10 MB",
        uploads::imports,
    ),
    Attack {
        settings: MANY_NETWORKS,
        ..during(
            "forms",
            "6 strangers and a signed-in user who send every form, in every size",
            forms::all,
        )
    },
    Attack {
        settings: MANY_NETWORKS,
        ..unknown(
            "forms-unread",
            "1,000 connections of strangers that send forms and read no answer",
            Transport::Plain,
            |scene| forms::unread(scene, 1_000),
        )
    },
];
