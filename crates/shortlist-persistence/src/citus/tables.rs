//! How each table is distributed.

/// Where the rows of a table are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placement {
    /// On every machine, in a reference table. Each change is written on all of them.
    Everywhere,
    /// On the shard of their organization, next to its rows of all other tables of this kind.
    ByOrganization,
    /// On the coordinator only.
    Coordinator,
}

/// How a table is distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableDistribution {
    /// The table's name.
    pub table: &'static str,
    /// Where its rows are.
    pub placement: Placement,
}

/// The table whose shards those of all other tables are next to.
pub(super) const FIRST_DISTRIBUTED: &str = "jobs";

/// The column by which rows are distributed.
pub(super) const COLUMN: &str = "organization_id";

/// How each table is distributed, tables that others refer to before those. A new table is distributed when its migration
/// creates it.
pub const TABLES: &[TableDistribution] = &[
    // They have few rows, which change rarely. A key is looked up by its hash before the organization is known.
    everywhere("organizations"),
    everywhere("users"),
    everywhere("api_keys"),
    everywhere("service_keys"),
    // A sign-in looks up the domain of the e-mail address before the organization is known.
    everywhere("identity_providers"),
    everywhere("provider_domains"),
    // A sign-in looks up a passkey before the organization is known.
    everywhere("passkeys"),
    // Everything that grows with candidates or with activity.
    by_organization(FIRST_DISTRIBUTED),
    by_organization("job_versions"),
    by_organization("job_code_numbers"),
    by_organization("job_questions"),
    by_organization("hiring_teams"),
    by_organization("candidates"),
    by_organization("resumes"),
    by_organization("resume_versions"),
    by_organization("score_receipts"),
    by_organization("candidate_tags"),
    by_organization("candidate_facts"),
    by_organization("candidate_notes"),
    by_organization("candidate_documents"),
    by_organization("candidate_keys"),
    by_organization("application_forms"),
    by_organization("pending_applications"),
    by_organization("self_identifications"),
    by_organization("decisions"),
    by_organization("decision_policies"),
    by_organization("resume_corrections"),
    by_organization("custom_fields"),
    by_organization("custom_values"),
    by_organization("stage_steps"),
    by_organization("offers"),
    by_organization("reveals"),
    by_organization("blind_duplicates"),
    by_organization("person_applications"),
    by_organization("person_holds"),
    by_organization("legal_holds"),
    by_organization("interviews"),
    by_organization("interview_reports"),
    by_organization("report_versions"),
    by_organization("recordings"),
    by_organization("reviews"),
    by_organization("sessions"),
    by_organization("refresh_tokens"),
    by_organization("access_tokens"),
    by_organization("account_links"),
    by_organization("second_factors"),
    by_organization("recovery_codes"),
    by_organization("mail_preferences"),
    by_organization("mail_texts"),
    by_organization("external_identities"),
    by_organization("provider_sign_ins"),
    by_organization("provider_sessions"),
    by_organization("provider_logouts"),
    by_organization("scim_tokens"),
    by_organization("scim_groups"),
    by_organization("scim_members"),
    by_organization("saved_views"),
    by_organization("audit_heads"),
    by_organization("audit_log"),
    by_organization("record_changes"),
    by_organization("erasures"),
    by_organization("retention_policies"),
    by_organization("rejection_policies"),
    by_organization("idempotent_requests"),
    by_organization("upload_usage"),
    by_organization("uploads"),
    by_organization("upload_steps"),
    by_organization("events"),
    by_organization("event_positions"),
    by_organization("webhooks"),
    by_organization("webhook_deliveries"),
    by_organization("webhook_attempts"),
    by_organization("mails"),
    by_organization("daily_counts"),
    by_organization("counted_candidates"),
    // Tasks are read in the order of time over all organizations, and claimed by skipping locked rows, which Citus allows on one
    // machine. Failed sign-ins are counted, and devices recognized, before the organization is known.
    on_coordinator("tasks"),
    on_coordinator("login_failures"),
    on_coordinator("known_devices"),
    // Without it, a server that is connected to a worker would run the first migration again.
    on_coordinator("__diesel_schema_migrations"),
];

const fn everywhere(table: &'static str) -> TableDistribution {
    TableDistribution {
        table,
        placement: Placement::Everywhere,
    }
}

const fn by_organization(table: &'static str) -> TableDistribution {
    TableDistribution {
        table,
        placement: Placement::ByOrganization,
    }
}

const fn on_coordinator(table: &'static str) -> TableDistribution {
    TableDistribution {
        table,
        placement: Placement::Coordinator,
    }
}

/// Returns how a table is distributed.
pub(super) fn distribution_of(table: &str) -> Option<&'static TableDistribution> {
    TABLES.iter().find(|one| one.table == table)
}
