//! The tables, which are the same in both databases. Columns that no query names are left out.

use diesel::{allow_tables_to_appear_in_same_query, table};

table! {
    organizations (id) {
        id -> Text,
        name -> Text,
        created_at -> Timestamp,
        team_jobs_only -> Bool,
        stage_template -> Nullable<Text>,
        second_factor_roles -> Nullable<Text>,
        hiring_managers_decide -> Bool,
        mail_sender_name -> Nullable<Text>,
        mail_sender_address -> Nullable<Text>,
        mail_reply_to -> Nullable<Text>,
        mail_language -> Nullable<Text>,
    }
}

table! {
    users (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        user_type -> Text,
        full_name -> Text,
        email -> Text,
        folded_email -> Text,
        password_hash -> Text,
        active -> Bool,
        integration -> Bool,
        invited -> Bool,
        created_at -> Timestamp,
        user_name -> Nullable<Text>,
        folded_user_name -> Nullable<Text>,
        external_id -> Nullable<Text>,
        removed -> Bool,
    }
}

table! {
    account_links (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        user_id -> Text,
        purpose -> Text,
        token_hash -> Binary,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
    }
}

table! {
    api_keys (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        name -> Text,
        shown_prefix -> Text,
        secret_hash -> Binary,
        permissions -> Text,
        environment -> Text,
        created_at -> Timestamp,
        expires_at -> Nullable<Timestamp>,
        revoked_at -> Nullable<Timestamp>,
        ended -> Bool,
        last_used_at -> Nullable<Timestamp>,
        expiry_announced -> Bool,
    }
}

table! {
    sessions (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        user_id -> Text,
        access_hash -> Binary,
        access_expires_at -> Timestamp,
        created_at -> Timestamp,
        revoked_at -> Nullable<Timestamp>,
        kind -> Nullable<Text>,
        browser -> Nullable<Text>,
        system -> Nullable<Text>,
        network -> Nullable<Text>,
        last_used_at -> Nullable<Timestamp>,
        ends_at -> Nullable<Timestamp>,
        second_factor_at -> Nullable<Timestamp>,
        second_factor_waived -> Bool,
        passkey_challenge_at -> Nullable<Timestamp>,
    }
}

table! {
    second_factors (organization_id, user_id) {
        organization_id -> Text,
        user_id -> Text,
        secret -> Binary,
        created_at -> Timestamp,
        session_id -> Nullable<Text>,
        confirmed_at -> Nullable<Timestamp>,
        last_step -> Nullable<BigInt>,
    }
}

table! {
    passkeys (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        user_id -> Text,
        name -> Text,
        credential_id -> Binary,
        public_key -> Binary,
        transports -> Integer,
        counter -> BigInt,
        backup -> Text,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
        last_challenge_at -> Nullable<Timestamp>,
    }
}

table! {
    mail_preferences (organization_id, user_id) {
        organization_id -> Text,
        user_id -> Text,
        reminders -> Bool,
        reports_due -> Bool,
        mentions -> Bool,
        daily_digest -> Bool,
    }
}

table! {
    mail_texts (organization_id, event, language) {
        organization_id -> Text,
        event -> Text,
        language -> Text,
        subject -> Text,
        body -> Text,
        changed_at -> Timestamp,
    }
}

table! {
    recovery_codes (organization_id, user_id, code_hash) {
        organization_id -> Text,
        user_id -> Text,
        code_hash -> Binary,
        created_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
    }
}

table! {
    access_tokens (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        user_id -> Text,
        name -> Text,
        shown_prefix -> Text,
        token_hash -> Binary,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        revoked_at -> Nullable<Timestamp>,
        last_used_at -> Nullable<Timestamp>,
    }
}

table! {
    refresh_tokens (organization_id, token_hash) {
        token_hash -> Binary,
        organization_id -> Text,
        session_id -> Text,
        expires_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
        successor_nonce -> Nullable<Binary>,
    }
}

table! {
    idempotent_requests (organization_id, key_id, name_hash) {
        organization_id -> Text,
        key_id -> Text,
        name_hash -> Binary,
        digest -> Binary,
        token -> Text,
        claimed_at -> Timestamp,
        answer -> Nullable<Binary>,
        server -> Nullable<Text>,
    }
}

table! {
    login_failures (login_key, failed_at) { login_key -> Text, failed_at -> Timestamp, }
}

table! {
    known_devices (device_key) { device_key -> Binary, used_at -> Timestamp, }
}

table! {
    jobs (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        recruiter_id -> Text,
        title -> Text,
        description -> Text,
        skills -> Text,
        code -> Text,
        folded_code -> Text,
        place_key -> Binary,
        department -> Nullable<Text>,
        location -> Nullable<Text>,
        employment_type -> Nullable<Text>,
        employment_kind -> Nullable<Text>,
        attributes -> Text,
        version -> Integer,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        search_text -> Text,
        status -> Text,
        status_reason -> Nullable<Text>,
        status_changed_at -> Nullable<Timestamp>,
        external_id -> Nullable<Text>,
        details_text -> Text,
        blind -> Bool,
        stages -> Nullable<Text>,
        revision -> Integer,
        requirement_edits -> Nullable<Text>,
        occupation -> Nullable<Text>,
        reply_to -> Nullable<Text>,
    }
}

table! {
    hiring_teams (organization_id, job_id, user_id) {
        organization_id -> Text,
        job_id -> Text,
        user_id -> Text,
    }
}

table! {
    job_code_numbers (organization_id, prefix) {
        organization_id -> Text,
        prefix -> Text,
        last_number -> Integer,
    }
}

table! {
    job_versions (organization_id, job_id, version, engine_version) {
        organization_id -> Text,
        job_id -> Text,
        version -> Integer,
        engine_version -> Text,
        title -> Text,
        description -> Text,
        skills -> Text,
        requirements -> Text,
        kept_at -> Timestamp,
        requirement_edits -> Nullable<Text>,
        occupation -> Nullable<Text>,
    }
}

table! {
    candidates (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        code -> Text,
        job_id -> Text,
        recruiter_id -> Text,
        identity -> Text,
        file_digest -> Binary,
        full_name -> Text,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        skills -> Text,
        status -> Nullable<Text>,
        score_tenths -> SmallInt,
        manual_tenths -> Nullable<SmallInt>,
        sort_name -> Text,
        receipt_number -> Integer,
        weighting -> Text,
        criterion_values -> Text,
        scored_by -> Text,
        scored_version -> Integer,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        search_text -> Text,
        external_id -> Nullable<Text>,
        masked_external_id -> Nullable<Text>,
        source -> Nullable<Text>,
        status_reason -> Nullable<Text>,
        months_worked -> Nullable<Integer>,
        contacted_at -> Nullable<Timestamp>,
        stage_id -> Nullable<Text>,
        receipt_facts -> Nullable<Text>,
    }
}

table! {
    stage_steps (organization_id, candidate_id, number) {
        organization_id -> Text,
        candidate_id -> Text,
        number -> Integer,
        from_id -> Text,
        from_name -> Text,
        to_id -> Text,
        to_name -> Text,
        status -> Text,
        reason -> Nullable<Text>,
        user_id -> Nullable<Text>,
        moved_at -> Timestamp,
        job_id -> Text,
        from_status -> Text,
        seconds -> BigInt,
    }
}

table! {
    daily_counts (organization_id, job_id, figure, day, bucket) {
        organization_id -> Text,
        job_id -> Text,
        figure -> Text,
        day -> BigInt,
        bucket -> Text,
        number -> BigInt,
    }
}

table! {
    counted_candidates (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        job_id -> Text,
        day -> BigInt,
        status -> Text,
        stage_id -> Text,
        band -> SmallInt,
        reached -> Text,
    }
}

table! {
    offers (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        minor_units -> BigInt,
        currency -> Text,
        start_date -> Nullable<Text>,
        state -> Text,
        stage_id -> Text,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

table! {
    custom_fields (organization_id, key) {
        organization_id -> Text,
        key -> Text,
        position -> Integer,
        label -> Text,
        kind -> Text,
        options -> Text,
        required -> Bool,
        archived -> Bool,
    }
}

table! {
    custom_values (organization_id, candidate_id, field_key) {
        organization_id -> Text,
        candidate_id -> Text,
        field_key -> Text,
        text -> Text,
        folded_text -> Nullable<Text>,
        number -> Nullable<BigInt>,
    }
}

table! {
    candidate_tags (organization_id, candidate_id, folded_tag) {
        organization_id -> Text,
        candidate_id -> Text,
        folded_tag -> Text,
        tag -> Text,
    }
}

table! {
    candidate_facts (organization_id, candidate_id, kind, word, entry) {
        organization_id -> Text,
        candidate_id -> Text,
        kind -> Text,
        word -> Text,
        entry -> SmallInt,
        created_at -> Timestamp,
    }
}

table! {
    candidate_notes (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        candidate_id -> Text,
        author_id -> Text,
        text -> Text,
        mentions -> Text,
        created_at -> Timestamp,
    }
}

table! {
    rejection_policies (organization_id) {
        organization_id -> Text,
        reasons -> Text,
        required -> Bool,
    }
}

table! {
    resumes (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        file_name -> Text,
        media_type -> Text,
        file_bytes -> BigInt,
        file_digest -> Binary,
        record -> Text,
        read_by -> Text,
        version -> Integer,
        file_id -> Nullable<Text>,
        uploaded_at -> Timestamp,
        uploaded_by -> Nullable<Text>,
    }
}

table! {
    resume_versions (organization_id, candidate_id, number) {
        organization_id -> Text,
        candidate_id -> Text,
        number -> Integer,
        file_id -> Nullable<Text>,
        file_name -> Text,
        media_type -> Text,
        file_bytes -> BigInt,
        file_digest -> Binary,
        uploaded_at -> Timestamp,
        uploaded_by -> Nullable<Text>,
        replaced_at -> Timestamp,
    }
}

table! {
    candidate_documents (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        candidate_id -> Text,
        kind -> Text,
        file_name -> Text,
        media_type -> Text,
        file_bytes -> BigInt,
        file_digest -> Binary,
        uploaded_at -> Timestamp,
        uploaded_by -> Nullable<Text>,
        competes -> Bool,
    }
}

table! {
    score_receipts (organization_id, candidate_id, number) {
        organization_id -> Text,
        candidate_id -> Text,
        number -> Integer,
        job_version -> Integer,
        score_tenths -> SmallInt,
        record -> Text,
        created_at -> Timestamp,
        document_digest -> Nullable<Binary>,
    }
}

table! {
    job_questions (organization_id, job_id) {
        organization_id -> Text,
        job_id -> Text,
        questions -> Text,
    }
}

table! {
    application_forms (organization_id, receipt_number) {
        organization_id -> Text,
        receipt_number -> Text,
        candidate_id -> Text,
        answers -> Text,
        consent_text -> Text,
        consent_version -> Text,
        consent_given_at -> Nullable<Text>,
        full_name -> Nullable<Text>,
        email -> Nullable<Text>,
        phone -> Nullable<Text>,
        source -> Text,
        received_at -> Timestamp,
        kept -> Bool,
        form_bytes -> BigInt,
    }
}

table! {
    pending_applications (organization_id, receipt_number) {
        organization_id -> Text,
        receipt_number -> Text,
        token -> Text,
        request -> Binary,
        due_at -> Timestamp,
        attempts -> Integer,
    }
}

table! {
    interviews (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        candidate_id -> Text,
        interviewer_id -> Text,
        job_id -> Text,
        held_at -> Timestamp,
        status -> Text,
        has_report -> Bool,
        created_at -> Timestamp,
        updated_at -> Timestamp,
        sequence -> Integer,
        duration_minutes -> Integer,
        place -> Nullable<Text>,
        meeting_link -> Nullable<Text>,
        time_zone -> Nullable<Text>,
        panel_id -> Nullable<Text>,
    }
}

table! {
    interview_reports (organization_id, interview_id) {
        organization_id -> Text,
        interview_id -> Text,
        feedback -> Nullable<Text>,
        questions -> Text,
        transcription -> Nullable<Text>,
        video_playback_link -> Nullable<Text>,
        updated_at -> Timestamp,
        saved_by -> Nullable<Text>,
        version -> Integer,
    }
}

table! {
    report_versions (organization_id, interview_id, version) {
        organization_id -> Text,
        interview_id -> Text,
        version -> Integer,
        saved_by -> Nullable<Text>,
        saved_at -> Timestamp,
        feedback -> Nullable<Text>,
        questions -> Text,
        transcription -> Nullable<Text>,
        video_playback_link -> Nullable<Text>,
    }
}

table! {
    recordings (organization_id, interview_id) {
        organization_id -> Text,
        interview_id -> Text,
        id -> Text,
        candidate_id -> Text,
        media_type -> Text,
        bytes -> BigInt,
        digest -> Binary,
        created_at -> Timestamp,
    }
}

table! {
    service_keys (name) { name -> Text, key -> Binary, created_at -> Timestamp, }
}

table! {
    reviews (organization_id, candidate_id, reviewer_id) {
        organization_id -> Text,
        candidate_id -> Text,
        reviewer_id -> Text,
        score_tenths -> SmallInt,
        comment -> Nullable<Text>,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

table! {
    audit_log (organization_id, number) {
        organization_id -> Text,
        number -> BigInt,
        at -> Timestamp,
        actor -> Text,
        user_id -> Nullable<Text>,
        key_id -> Nullable<Text>,
        address -> Nullable<Text>,
        operation -> Text,
        outcome -> Text,
        kind -> Text,
        thing_id -> Nullable<Text>,
        candidate_id -> Nullable<Text>,
        reason -> Nullable<Text>,
        changes -> Nullable<Text>,
        sealed -> Nullable<Binary>,
        hash -> Binary,
    }
}

table! {
    audit_heads (organization_id) {
        organization_id -> Text,
        number -> BigInt,
        hash -> Binary,
        last_event -> BigInt,
    }
}

table! {
    record_changes (organization_id, kind, record_id) {
        organization_id -> Text,
        kind -> Text,
        record_id -> Text,
        number -> BigInt,
        job_id -> Nullable<Text>,
        candidate_id -> Nullable<Text>,
        changed_at -> Timestamp,
        removed -> Bool,
    }
}

allow_tables_to_appear_in_same_query!(record_changes, hiring_teams);

table! {
    events (organization_id, sequence) {
        organization_id -> Text,
        sequence -> BigInt,
        id -> Text,
        event_type -> Text,
        occurred_at -> Timestamp,
        kind -> Text,
        thing_id -> Text,
        candidate_id -> Nullable<Text>,
        job_id -> Nullable<Text>,
        changed_fields -> Text,
    }
}

table! {
    event_positions (organization_id) { organization_id -> Text, sequence -> BigInt, }
}

table! {
    webhooks (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        address -> Text,
        description -> Nullable<Text>,
        event_types -> Text,
        job_ids -> Text,
        secret -> Binary,
        earlier_secret -> Nullable<Binary>,
        earlier_secret_until -> Nullable<Timestamp>,
        disabled -> Nullable<Text>,
        failing_since -> Nullable<Timestamp>,
        after_sequence -> BigInt,
        created_at -> Timestamp,
        updated_at -> Timestamp,
    }
}

table! {
    webhook_deliveries (organization_id, webhook_id, sequence) {
        organization_id -> Text,
        webhook_id -> Text,
        sequence -> BigInt,
        state -> Text,
        attempts -> Integer,
        failures -> Integer,
        replays -> Integer,
        next_attempt_at -> Nullable<Timestamp>,
    }
}

table! {
    webhook_attempts (organization_id, webhook_id, sequence, number) {
        organization_id -> Text,
        webhook_id -> Text,
        sequence -> BigInt,
        number -> Integer,
        at -> Timestamp,
        duration_millis -> Integer,
        status -> Nullable<SmallInt>,
        failure -> Nullable<Text>,
        response -> Nullable<Text>,
    }
}

table! {
    mails (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        kind -> Text,
        user_id -> Nullable<Text>,
        candidate_id -> Nullable<Text>,
        link_id -> Nullable<Text>,
        interview_id -> Nullable<Text>,
        sequence -> Nullable<Integer>,
        begins_at -> Nullable<Timestamp>,
        previous_at -> Nullable<Timestamp>,
        duration_minutes -> Nullable<Integer>,
        place -> Nullable<Text>,
        meeting_link -> Nullable<Text>,
        time_zone -> Nullable<Text>,
        state -> Text,
        created_at -> Timestamp,
        next_attempt_at -> Nullable<Timestamp>,
        attempts -> Integer,
        failure -> Nullable<Text>,
        failure_detail -> Nullable<Text>,
        sent_at -> Nullable<Timestamp>,
        message_id -> Nullable<Text>,
    }
}

allow_tables_to_appear_in_same_query!(events, webhook_deliveries);
allow_tables_to_appear_in_same_query!(events, event_positions);

table! {
    candidate_keys (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        sealing_key -> Binary,
    }
}

table! {
    erasures (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        reason -> Text,
        erased_at -> Timestamp,
        completed_at -> Nullable<Timestamp>,
    }
}

table! {
    legal_holds (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        reason -> Text,
        held_at -> Timestamp,
    }
}

table! {
    blind_duplicates (organization_id, user_id) {
        organization_id -> Text,
        user_id -> Text,
        day -> BigInt,
        files -> BigInt,
    }
}

table! {
    reveals (organization_id, candidate_id, user_id) {
        organization_id -> Text,
        candidate_id -> Text,
        user_id -> Text,
        reason -> Text,
        revealed_at -> Timestamp,
    }
}

table! {
    person_applications (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        person_id -> Text,
        email_key -> Nullable<Text>,
        phone_key -> Nullable<Text>,
        by_hand -> Bool,
    }
}

table! {
    person_holds (organization_id, person_id) {
        organization_id -> Text,
        person_id -> Text,
        reason -> Text,
        held_at -> Timestamp,
    }
}

table! {
    retention_policies (organization_id) {
        organization_id -> Text,
        days -> Integer,
        set_at -> Timestamp,
    }
}

table! {
    tasks (organization_id, name) {
        organization_id -> Text,
        name -> Text,
        due_at -> Timestamp,
        holder -> Nullable<Text>,
    }
}

table! {
    upload_usage (organization_id) {
        organization_id -> Text,
        stored_bytes -> BigInt,
        counted_day -> BigInt,
        day_resumes -> BigInt,
        max_stored_mib -> Nullable<BigInt>,
        max_daily_resumes -> Nullable<BigInt>,
        application_day -> BigInt,
        day_applications -> BigInt,
    }
}

table! {
    saved_views (organization_id, user_id, id) {
        organization_id -> Text,
        user_id -> Text,
        id -> Text,
        name -> Text,
        folded_name -> Text,
        query -> Text,
    }
}

table! {
    uploads (organization_id, user_id, id) {
        organization_id -> Text,
        user_id -> Text,
        id -> Text,
        kind -> Text,
        state -> Text,
        started_at -> Timestamp,
        updated_at -> Timestamp,
        counts -> Text,
        problem -> Nullable<Text>,
        token -> Nullable<Text>,
        request -> Nullable<Binary>,
        due_at -> Nullable<Timestamp>,
        holder -> Nullable<Text>,
        attempts -> Integer,
        status -> Nullable<Integer>,
        answer -> Nullable<Binary>,
        server -> Nullable<Text>,
    }
}

table! {
    upload_steps (organization_id, user_id, upload_id, number) {
        organization_id -> Text,
        user_id -> Text,
        upload_id -> Text,
        number -> Integer,
        created -> Text,
    }
}

table! {
    resume_corrections (organization_id, candidate_id, number) {
        organization_id -> Text,
        candidate_id -> Text,
        number -> Integer,
        resume_version -> Integer,
        entry -> Integer,
        field -> Text,
        parsed -> Nullable<Text>,
        stated -> Text,
        user_id -> Nullable<Text>,
        corrected_at -> Timestamp,
    }
}

table! {
    decisions (organization_id, candidate_id, number) {
        organization_id -> Text,
        candidate_id -> Text,
        number -> Integer,
        job_id -> Text,
        job_version -> Integer,
        status -> Text,
        user_id -> Nullable<Text>,
        decided_at -> Timestamp,
        score_tenths -> SmallInt,
        engine_version -> Text,
        receipt_digest -> Text,
        criteria -> Text,
        due_at -> Nullable<Timestamp>,
        explained_at -> Nullable<Timestamp>,
        explained_by -> Nullable<Text>,
    }
}

table! {
    decision_policies (organization_id) {
        organization_id -> Text,
        contact -> Nullable<Text>,
        record_years -> Integer,
    }
}

table! {
    self_identifications (organization_id, candidate_id) {
        organization_id -> Text,
        candidate_id -> Text,
        sex -> Nullable<Text>,
        race_ethnicity -> Nullable<Text>,
        recorded_at -> Timestamp,
    }
}

table! {
    identity_providers (organization_id) {
        organization_id -> Text,
        issuer -> Text,
        client_id -> Text,
        client_secret -> Nullable<Text>,
        mode -> Text,
        emergency_admin -> Nullable<Text>,
        default_role -> Nullable<Text>,
        group_roles -> Text,
        updated_at -> Timestamp,
    }
}

table! {
    provider_domains (organization_id, domain) {
        organization_id -> Text,
        domain -> Text,
    }
}

table! {
    external_identities (organization_id, issuer, subject) {
        organization_id -> Text,
        issuer -> Text,
        subject -> Text,
        user_id -> Text,
        created_at -> Timestamp,
        last_used_at -> Nullable<Timestamp>,
    }
}

table! {
    provider_sign_ins (organization_id, state_hash) {
        organization_id -> Text,
        state_hash -> Binary,
        browser_hash -> Binary,
        nonce -> Text,
        verifier -> Text,
        redirect -> Text,
        next_page -> Text,
        expires_at -> Timestamp,
    }
}

table! {
    provider_sessions (organization_id, session_id) {
        organization_id -> Text,
        session_id -> Text,
        issuer -> Text,
        subject -> Text,
        provider_session -> Nullable<Text>,
    }
}

table! {
    provider_logouts (organization_id, notice_hash) {
        organization_id -> Text,
        notice_hash -> Binary,
        expires_at -> Timestamp,
    }
}

table! {
    scim_tokens (organization_id) {
        organization_id -> Text,
        token_hash -> Binary,
        shown_prefix -> Text,
        created_at -> Timestamp,
        created_by -> Nullable<Text>,
        last_used_at -> Nullable<Timestamp>,
    }
}

table! {
    scim_groups (organization_id, id) {
        organization_id -> Text,
        id -> Text,
        display_name -> Text,
        folded_name -> Text,
        external_id -> Nullable<Text>,
        created_at -> Timestamp,
    }
}

table! {
    scim_members (organization_id, group_id, user_id) {
        organization_id -> Text,
        group_id -> Text,
        user_id -> Text,
    }
}

allow_tables_to_appear_in_same_query!(
    users,
    access_tokens,
    sessions,
    jobs,
    hiring_teams,
    candidates,
    score_receipts,
    interviews,
    interview_reports,
    reviews,
    legal_holds,
    reveals,
    person_applications,
    person_holds,
);
allow_tables_to_appear_in_same_query!(refresh_tokens, sessions, provider_sessions);
allow_tables_to_appear_in_same_query!(organizations, tasks);
allow_tables_to_appear_in_same_query!(organizations, provider_domains, identity_providers);
allow_tables_to_appear_in_same_query!(users, external_identities);
allow_tables_to_appear_in_same_query!(scim_groups, scim_members);
allow_tables_to_appear_in_same_query!(candidates, candidate_facts);
allow_tables_to_appear_in_same_query!(candidates, candidate_tags);
allow_tables_to_appear_in_same_query!(candidates, custom_values);
allow_tables_to_appear_in_same_query!(candidates, resumes);
allow_tables_to_appear_in_same_query!(daily_counts, hiring_teams);
allow_tables_to_appear_in_same_query!(stage_steps, hiring_teams);
allow_tables_to_appear_in_same_query!(stage_steps, candidates);
allow_tables_to_appear_in_same_query!(decisions, hiring_teams);
allow_tables_to_appear_in_same_query!(decisions, candidates);
allow_tables_to_appear_in_same_query!(mail_preferences, users);
allow_tables_to_appear_in_same_query!(mails, hiring_teams);
allow_tables_to_appear_in_same_query!(mails, candidates);
allow_tables_to_appear_in_same_query!(mails, interviews);
