//! Resumes: uploads, versions, corrections and files.

pub(crate) mod corrections;
pub(crate) mod file_links;
pub(crate) mod original_file;
pub(crate) mod upload;
