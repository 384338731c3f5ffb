//! Layouts as functions from a profile to a sheet.

pub(super) mod columns;
pub(super) mod long;
pub(super) mod name_blocks;
pub(super) mod parts;
pub(super) mod single_column;
pub(super) mod skills;
pub(super) mod tables;
pub(super) mod typesetting;
