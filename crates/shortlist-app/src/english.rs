//! Why a change conflicts, a call is refused or a quota is exceeded, in English. The texts are written here from values and never read
//! back.

mod conflict;
mod mail_conflict;
mod quota;
mod refusal;

pub(crate) use conflict::duplicate_text;
