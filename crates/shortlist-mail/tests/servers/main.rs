//! Sends mails to real servers with faults. They are `aiosmtpd` of `PyPI`; `.ci/run` installs it.
#![cfg(test)]

mod sending;
mod starttls;
mod support;
