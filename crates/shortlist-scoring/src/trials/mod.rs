//! The rules that every score keeps, tried on invented resumes.

mod fairness;
mod integrity;
mod opinions;
mod postings;
mod properties;
mod required;
mod requirements;
mod resumes;
mod weights;
mod worked_example;
