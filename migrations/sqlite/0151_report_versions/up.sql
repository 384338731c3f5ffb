-- Who saved the present report, and how many versions of it there were. The report of an interview that says that it has none is a draft.
ALTER TABLE interview_reports ADD COLUMN saved_by TEXT;
ALTER TABLE interview_reports ADD COLUMN version INTEGER NOT NULL DEFAULT 1;

-- What an interview's report was before it was saved again. `saved_by` and `saved_at` belong to that version.
CREATE TABLE report_versions (
    organization_id TEXT NOT NULL,
    interview_id TEXT NOT NULL,
    version INTEGER NOT NULL,
    saved_by TEXT,
    saved_at TIMESTAMP NOT NULL,
    feedback TEXT,
    questions TEXT NOT NULL,
    transcription TEXT,
    video_playback_link TEXT,
    PRIMARY KEY (organization_id, interview_id, version),
    FOREIGN KEY (organization_id, interview_id) REFERENCES interviews (organization_id, id)
);
