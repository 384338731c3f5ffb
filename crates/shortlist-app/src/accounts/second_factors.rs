//! Second factors: codes of an app, and recovery codes.

pub(crate) mod check;
mod codes;
pub(crate) mod managed;
pub(crate) mod own;
mod proving;
pub(crate) mod second_step;
mod totp;
