//! The rules that every score keeps, tried on invented resumes.

mod resumes;
mod worked_example;
