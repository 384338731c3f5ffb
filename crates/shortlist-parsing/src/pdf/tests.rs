//! Whole files, made by a small writer.
