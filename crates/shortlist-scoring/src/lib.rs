//! A resume, a job and weights in; a score with its receipt out. Pure.
