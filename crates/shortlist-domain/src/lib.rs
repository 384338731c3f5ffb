//! The domain types of recruitment: identifiers, jobs, resumes, candidates, interviews, leaderboards, scores and
//! permissions.
//!
//! Invariants: this crate does no I/O, reads no clock and generates no random numbers. It knows nothing of HTTP, GraphQL,
//! SQL or serialization formats. Every existing value is valid: a constructor that can refuse a value returns
//! [`InvalidValue`].

mod account_link;
mod application_form;
mod audit;
mod candidate;
mod candidate_files;
mod candidate_filters;
mod candidate_order;
mod candidate_records;
mod candidate_status;
mod client_device;
mod contact;
mod correction;
mod currency;
mod custom_field_filters;
mod custom_fields;
mod custom_values;
mod decision;
mod direction_marks;
mod email_domain;
pub mod english;
mod event;
mod evidence_detail;
mod file_digest;
mod file_name;
mod hidden_reviews;
mod identifiers;
mod identity_provider;
mod importance;
mod integration;
mod integrity;
mod interview;
mod interview_change;
mod interview_details;
mod interview_status;
mod invalid;
mod job;
mod job_list;
mod job_requirements;
mod job_status;
mod leaderboard;
mod legal_hold;
mod mail;
mod occupation;
mod offer;
mod opinion;
mod page;
mod passkey;
mod person;
mod plain_text;
mod principal;
mod problem;
mod provider_sign_in;
mod provisioning;
mod quota;
mod read_error;
mod receipt;
mod record_change;
mod recording;
mod recruiting_report;
mod rejection;
mod requirement_edits;
mod requirement_notices;
mod resume;
mod resume_facts;
mod reveal;
mod review;
mod saved_view;
mod score;
mod second_factor;
mod self_identification;
mod session;
mod skip_reason;
mod stages;
mod time;
mod time_zone;
mod upload;
mod webhook;
mod weights;

pub use account_link::{
    AccountLink, INVITATION_DAYS, LinkDelivery, LinkPurpose, LinkState, LinkTimes, NewAccountLink,
    RESET_MINUTES,
};
pub use application_form::{
    ApplicantContact, ApplicationAnswer, ApplicationForm, Consent, JobQuestion,
    MAX_APPLICATION_TEXT_BYTES, MAX_DAILY_APPLICATIONS, MAX_JOB_QUESTIONS, PendingApplication,
};
pub use audit::{
    Action, Actor, AuditChanges, AuditEntry, AuditOutcome, AuditQuery, AuditVerification,
    AuditedKind, ERASED_RECORDS, FieldChange, NewAuditEntry, Party,
};
pub use candidate::{
    BulkChange, BulkUpdate, Candidate, CandidateChange, CandidateIdentity, CandidateQuery, Change,
    NewCandidate, StoredFile, check_full_name,
};
pub use candidate_files::{
    Document, DocumentKind, DocumentMedia, MAX_APPLICANT_DOCUMENTS, MAX_DOCUMENTS, ResumeVersion,
};
pub use candidate_filters::{
    BlindJobs, CandidateFilters, CredentialRequirement, FactFilter, MAX_FILTER_VALUES, Period,
    ReviewedFilter, SkillName, UndecidedFilter, parse_filter_values,
};
pub use candidate_order::{CandidateOrder, OrderPosition, OrderedQuery, ScoreCounts, SortKey};
pub use candidate_records::{
    MAX_BULK_CANDIDATES, MAX_MENTIONS, MAX_NOTES, MAX_REJECTION_REASONS, MAX_TAGS, Note,
    RejectionPolicy, Tag, check_note,
};
pub use candidate_status::{CandidateStatus, StatusFilter};
pub use client_device::{Browser, ClientDevice, ClientSystem};
pub use contact::{EmailAddress, PhoneNumber};
pub use correction::{
    CorrectedField, CorrectedResume, Correction, Entry, EntryKind, FIRST_ADDED_ENTRY, PRESENT,
    apply_corrections,
};
pub use currency::{Currency, Money};
pub use custom_field_filters::{CustomFieldFilter, MAX_CUSTOM_FILTERS};
pub use custom_fields::{
    CustomField, CustomFieldConflict, CustomKind, MAX_CUSTOM_FIELDS, MAX_STORED_CUSTOM_FIELDS,
    required_values,
};
pub use custom_values::{CustomCondition, CustomFieldChange, CustomTest, CustomValue};
pub use decision::{
    DEFAULT_RECORD_YEARS, Decision, DecisionCriterion, DecisionPolicy, DueExplanation,
    EXPLANATION_DAYS, MAX_RECORD_YEARS, MIN_RECORD_YEARS, RetentionConflict, is_decision,
};
pub use direction_marks::without_direction_marks;
pub use email_domain::{EmailDomain, MAX_PROVIDER_DOMAINS, check_provider_domains};
pub use event::{Event, EventSubject, EventType};
pub use evidence_detail::EvidenceDetail;
pub use file_digest::FileDigest;
pub use hidden_reviews::ShownMean;
pub use identifiers::{
    AccessTokenId, AccountLinkId, ApiKeyId, CandidateCode, CandidateId, DocumentId, GroupId,
    IDENTIFIER_PATTERN, InterviewId, JobId, NoteId, OrganizationId, PasskeyId, PersonId,
    QuestionId, ReceiptNumber, RecordingId, SavedViewId, ServerId, SessionId, StageId,
    TranscriptionId, UserId, WebhookId,
};
pub use identity_provider::{
    GroupRole, IdentityProvider, MAX_GROUP_ROLES, MAX_PROVIDER_GROUP_CHARS, ProviderMode,
    ProviderSecret, check_provider_group, check_provider_text,
};
pub use importance::Importance;
pub use integration::{AccessToken, MAX_ACCESS_TOKEN_DAYS, MAX_ACCESS_TOKENS, NewAccessToken};
pub use integrity::{FindingKind, FindingMeasure, IntegrityFinding};
pub use interview::{
    BusyTime, Interview, InterviewQuery, InterviewReport, NewInterview, Question, ReportChange,
    ReportQuery, ReportStage, ReportVersion, TranscriptSegment, Transcription, TranscriptionStatus,
    check_https_link,
};
pub use interview_change::{InterviewChange, RefusedChange};
pub use interview_details::{
    InterviewDetails, InterviewDetailsChange, InterviewMinutes, PanelMember, PanelScope,
};
pub use interview_status::InterviewStatus;
pub use invalid::InvalidValue;
pub use job::{
    Attribute, DraftFilter, EmploymentKind, Job, JobChange, JobQuery, NewJob, check_attributes,
    check_description, check_short, check_skills, check_title,
};
pub use job_list::{JobFilters, JobListQuery, RecruiterAccess, RecruiterAccessChange, TeamMember};
pub use job_requirements::{
    CertificateRequirement, JobRequirements, LanguageRequirement, RequirementSource,
    SkillRequirement,
};
pub use job_status::{JobStatus, JobStatusChange, RefusedStatus};
pub use leaderboard::{
    DecisionFilter, Leaderboard, LeaderboardFilter, LeaderboardKind, LeaderboardPosition,
    LeaderboardQuery, LeaderboardRow,
};
pub use legal_hold::HeldCandidate;
pub use mail::{
    Appointment, ChangedInterview, DigestCounts, DigestDay, DigestTime, MAIL_UNDO_SECONDS,
    MAX_MAIL_BODY_CHARS, MAX_MAIL_SENDER_CHARS, MAX_MAIL_SUBJECT_CHARS, MailAudience, MailChoices,
    MailCounts, MailEffect, MailFailure, MailFailureReason, MailKind, MailPreferences,
    MailPreferencesChange, MailQuery, MailRecord, MailSender, MailState, MailText, MailTextName,
    MailTime, MailedInterview, NewMail, QueuedMail, StoredMailText, check_sender_name,
    earliest_begin, mail_effects, mail_retry_delay, mail_time, mentions_field, timed_mail,
};
pub use occupation::{
    Occupation, OccupationCode, OccupationReceipt, OccupationShare, OccupationSource,
    PositionOccupation,
};
pub use offer::{Offer, OfferChange, OfferState, RefusedOffer};
pub use opinion::{ModelContribution, ModelOpinion};
pub use page::{ListPosition, MAX_COUNTED, MAX_RANKED, Page, PageRequest, Total};
pub use passkey::{
    MAX_PASSKEY_NAME_CHARS, MAX_PASSKEYS, PASSKEY_MINUTES, Passkey, PasskeyBackup,
    PasskeyCredential, PasskeyName, PasskeyState,
};
pub use person::{ContactKeys, Person};
pub use plain_text::{plain_text, push_plain};
pub use principal::{
    ApiKey, Environment, NewApiKey, NewOrganization, NewUser, Organization, Permission, Principal,
    RoleChange, User, UserChange, UserType,
};
pub use problem::{
    AccountProblem, ApplicationProblem, CandidateProblem, CategoryProblem, CellProblem,
    ChoiceProblem, CombinationProblem, CopyDamage, CustomFieldProblem, FileProblem, JobProblem,
    ListProblem, MailProblem, MailTextFlaw, MissingProblem, NumberProblem, PageFormProblem,
    Problem, ProviderProblem, QueryProblem, RequirementProblem, StageProblem, StatusProblem,
    TableProblem, TextProblem, TimeProblem, UnsupportedMarkup, UnusableFile, WebhookProblem,
    WeightProblem,
};
pub use provider_sign_in::{
    ExternalIdentity, LinkedIdentity, OfferedProvider, PROVIDER_SIGN_IN_MINUTES, ProviderSession,
    ProviderSignIn,
};
pub use provisioning::{
    GroupProvision, MAX_GROUP_MEMBERS, MAX_PROVISIONED_GROUPS, ProvisionedGroup, ProvisionedUser,
    ScimToken, UserProvision, UserSearch,
};
pub use quota::{QuotaOverrides, UploadQuota, UploadUsage};
pub use read_error::{Damage, DocumentLimit, ForeignFormat, ReadError};
pub use receipt::{CriterionScore, Evidence, ScorePart, ScoreReceipt, contribution};
pub use record_change::{ChangePosition, ChangeQuery, Changes, RecordChange, RecordKind};
pub use recording::{Recording, RecordingMedia};
pub use recruiting_report::{
    Agreement, CandidateCounts, DayNumbers, GivenReview, JobNumbers, MAX_REPORT_DAYS, OpenWork,
    RecruitingFigures, RecruitingQuery, ReportDays, ReviewerAgreement, SCORE_BANDS, STAY_BANDS,
    StageNumbers, StatusNumbers, StayNumbers, UncountedFile, UncountedFiles, rounded_mean,
    score_band,
};
pub use rejection::{LeftOut, RejectionPlan, USUAL_REJECTION_REASONS};
pub use requirement_edits::{
    LostRequirement, MAX_ALTERNATIVE_CHARS, MAX_ALTERNATIVES, MAX_REQUIREMENT_CHARS,
    MAX_REQUIREMENT_EDITS, OccupationEdit, RequirementAuthor, RequirementChange, RequirementEdit,
    RequirementEdits, RequirementItem, RequirementKind, RequirementMark, SetRequirement,
};
pub use requirement_notices::{NoticeCode, RequiredExperience, RequirementNotice};
pub use resume::{
    EducationConfidence, EducationEntry, EducationLevel, Found, FoundSkill, MIN_ENTRY_CONFIDENCE,
    MediaKind, PartialDate, Position, PositionConfidence, Resume, ResumeText, Section, SectionKind,
    Span,
};
pub use resume_facts::{FactKind, FactWord, fact_words};
pub use reveal::Reveal;
pub use review::{NamedReview, NewReview, Review};
pub use saved_view::{MAX_SAVED_VIEWS, SavedView, check_view_name, check_view_query};
pub use score::{MicroPoints, Score};
pub use second_factor::{
    FRESH_MINUTES, FactorBeginning, FactorSecret, NewSecondFactor, RECOVERY_CODES, SET_UP_MINUTES,
    SecondFactor, SecondFactorPolicy, SecondFactorProof, SecondFactorStatus,
};
pub use self_identification::{RaceEthnicity, SelfIdentification, Sex};
pub use session::{Session, SessionKind, SessionOrigin};
pub use skip_reason::SkipReason;
pub use stages::{MAX_STAGES, Stage, StageDraft, StageInUse, StageList, StageMove, StageStep};
pub use time::Timestamp;
pub use time_zone::TimeZone;
pub use upload::{
    MAX_UPLOAD_ID_CHARS, UPLOAD_ID_PATTERN, UploadAnswer, UploadCounts, UploadId, UploadKey,
    UploadKind, UploadProgress, UploadState,
};
pub use webhook::{
    Delivery, DeliveryAttempt, DeliveryState, EventFilter, MAX_WEBHOOK_JOBS, MAX_WEBHOOKS,
    NewWebhook, SECRET_BYTES, Webhook, WebhookAddress, WebhookChange, WebhookSecret,
    check_webhook_description, retry_delay,
};
pub use weights::{CriterionWeight, Weights};

/// The limits of values, each defined once.
pub mod limits {
    pub use crate::candidate::MAX_NAME_CHARS;
    pub use crate::contact::{MAX_EMAIL_CHARS, MAX_PHONE_CHARS};
    pub use crate::identifiers::MAX_IDENTIFIER_CHARS;
    pub use crate::job::limits::{
        MAX_ATTRIBUTE_CHARS, MAX_ATTRIBUTES, MAX_DESCRIPTION_CHARS, MAX_JOBS_PER_FILE,
        MAX_SHORT_FIELD_CHARS, MAX_SKILL_CHARS, MAX_SKILLS, MAX_TITLE_CHARS,
    };
    pub use crate::leaderboard::MAX_LEADERBOARD_ROWS;
    pub use crate::page::MAX_PAGE_SIZE;
    pub use crate::weights::{MAX_CRITERIA, MAX_CRITERION_CHARS};
}
