//! Bytes in, domain values out: resumes from PDF, DOC and DOCX, job drafts from CSV, XLSX and JSON. No network and no disk.
