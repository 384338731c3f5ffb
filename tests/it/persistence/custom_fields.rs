//! Custom fields: definitions never lose values, even while values are written.

use shortlist_domain::{
    BulkChange, BulkUpdate, CandidateChange, CandidateId, CustomField, CustomFieldChange,
    CustomFieldConflict, MAX_CUSTOM_FIELDS,
};
use shortlist_persistence::{CandidateUpdate, CustomFieldUpdate, Store};

use crate::support::records::{Tenant, at, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_definition_never_loses_values,
    fields_belong_to_their_tenant,
    an_option_does_not_vanish_while_it_is_chosen,
    an_organization_has_a_limited_number_of_fields,
    of_many_changes_all_or_none_are_stored,
);

fn field(key: &str, kind: &str, options: &[&str]) -> CustomField {
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    CustomField::parse(key, &key.to_uppercase(), kind, &options).unwrap()
}

fn define(store: &Store, tenant: &Tenant, field: &CustomField) -> CustomFieldUpdate {
    let here = &tenant.organization;
    store
        .operator(here)
        .organizations()
        .set_custom_field(here, field)
        .unwrap()
}

fn candidate(store: &Store, tenant: &Tenant, name: &str) -> CandidateId {
    let new = tenant.candidate(name, 500);
    store
        .insert_candidates(std::slice::from_ref(&new), &mut unique)
        .unwrap();
    new.id
}

fn write(
    store: &Store,
    tenant: &Tenant,
    id: &CandidateId,
    field: &str,
    value: Option<&str>,
) -> CandidateUpdate {
    let change = CandidateChange {
        custom_fields: changes(&[(field, value)]),
        ..CandidateChange::default()
    };
    store
        .update_candidate(&tenant.organization, id, &change, at(1))
        .unwrap()
}

fn changes(values: &[(&str, Option<&str>)]) -> Vec<CustomFieldChange> {
    let change = |(key, value): &(&str, Option<&str>)| CustomFieldChange {
        key: (*key).to_owned(),
        value: value.map(str::to_owned),
    };
    values.iter().map(change).collect()
}

fn value(store: &Store, tenant: &Tenant, id: &CandidateId, key: &str) -> Option<String> {
    let ids = std::slice::from_ref(id);
    let mut values = store
        .candidates()
        .load_custom_values(&tenant.organization, ids)
        .unwrap();
    values.remove(id)?.remove(key)
}

fn is_written(update: &CandidateUpdate) -> bool {
    match update {
        CandidateUpdate::Updated(_) => true,
        CandidateUpdate::Refused(_) => false,
        other => panic!("{other:?}"),
    }
}

fn a_definition_never_loses_values(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ada = candidate(store, &tenant, "Ada Quince");
    let choice = |options: &[&str]| field("city", "Choice", options);
    let defined = define(store, &tenant, &choice(&["Bonn", "Ulm"]));
    assert_eq!(defined, CustomFieldUpdate::Set);
    assert!(is_written(&write(
        store,
        &tenant,
        &ada,
        "city",
        Some("bonn")
    )));
    let key = "city".to_owned();
    let kept_type = CustomFieldConflict::TypeInUse {
        key: key.clone(),
        kind: "Choice",
        candidates: 1,
    };
    let kept_option = CustomFieldConflict::OptionInUse {
        key,
        option: "Bonn".to_owned(),
        candidates: 1,
    };
    for (refused, why) in [
        (field("city", "Text", &[]), kept_type),
        (choice(&["Ulm"]), kept_option),
    ] {
        assert_eq!(
            define(store, &tenant, &refused),
            CustomFieldUpdate::Refused(why)
        );
    }
    let archived = CustomField {
        archived: true,
        ..choice(&["Bonn"])
    };
    for allowed in [choice(&["Köln", "BONN"]), archived] {
        assert_eq!(define(store, &tenant, &allowed), CustomFieldUpdate::Set);
        assert_eq!(value(store, &tenant, &ada, "city").as_deref(), Some("Bonn"));
    }
    let written = write(store, &tenant, &ada, "city", Some("Bonn"));
    assert!(!is_written(&written), "the field is archived");
    define(store, &tenant, &choice(&["Bonn"]));
    assert!(is_written(&write(store, &tenant, &ada, "city", None)));
    assert_eq!(value(store, &tenant, &ada, "city"), None);
    let text = field("city", "Text", &[]);
    let defined = define(store, &tenant, &text);
    assert_eq!(defined, CustomFieldUpdate::Set, "no value is left");
}

fn fields_belong_to_their_tenant(store: &Store) {
    let (ours, theirs) = (
        Tenant::create(store, "org_1"),
        Tenant::create(store, "org_2"),
    );
    let text = field("city", "Text", &[]);
    define(store, &ours, &text);
    let fields = |tenant: &Tenant| {
        store
            .organizations()
            .custom_fields(&tenant.organization)
            .unwrap()
    };
    assert_eq!(fields(&ours), [text]);
    assert_eq!(fields(&theirs), []);
    let ben = candidate(store, &theirs, "Ben Medlar");
    assert!(!is_written(&write(
        store,
        &theirs,
        &ben,
        "city",
        Some("Bonn"),
    )));
}

fn an_option_does_not_vanish_while_it_is_chosen(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids: Vec<CandidateId> = (0..4)
        .map(|number| candidate(store, &tenant, &format!("Person Number{number}")))
        .collect();
    let both = field("city", "Choice", &["Bonn", "Ulm"]);
    define(store, &tenant, &both);
    at_once(5, |thread| match ids.get(thread) {
        Some(id) => {
            for city in ["Bonn", "Ulm", "Bonn"] {
                write(store, &tenant, id, "city", Some(city));
            }
        }
        None => {
            for _ in 0..6 {
                define(store, &tenant, &field("city", "Choice", &["Ulm"]));
                define(store, &tenant, &both);
                define(store, &tenant, &field("city", "Choice", &["Ulm"]));
            }
        }
    });
    let fields = store
        .organizations()
        .custom_fields(&tenant.organization)
        .unwrap();
    for id in &ids {
        if let Some(city) = value(store, &tenant, id, "city") {
            assert!(
                fields[0].kind.options().contains(&city),
                "{city} is not in {fields:?}"
            );
        }
    }
}

fn an_organization_has_a_limited_number_of_fields(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    for number in 0..MAX_CUSTOM_FIELDS {
        let new = field(&format!("f{number}"), "Text", &[]);
        assert_eq!(define(store, &tenant, &new), CustomFieldUpdate::Set);
    }
    let more = field("more", "Text", &[]);
    assert!(matches!(
        define(store, &tenant, &more),
        CustomFieldUpdate::Refused(_)
    ));
    let archived = CustomField {
        archived: true,
        ..field("f0", "Text", &[])
    };
    assert_eq!(define(store, &tenant, &archived), CustomFieldUpdate::Set);
    assert_eq!(define(store, &tenant, &more), CustomFieldUpdate::Set);
    let keys = store
        .organizations()
        .custom_fields(&tenant.organization)
        .unwrap();
    let keys: Vec<&str> = keys.iter().map(|field| field.key.as_str()).collect();
    assert_eq!(
        (keys[0], keys[1], keys[50]),
        ("f0", "f1", "more"),
        "in the order of definition"
    );
}

fn of_many_changes_all_or_none_are_stored(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let (ada, ben) = (
        candidate(store, &tenant, "Ada Quince"),
        candidate(store, &tenant, "Ben Medlar"),
    );
    let required = CustomField {
        required: true,
        ..field("visa", "YesNo", &[])
    };
    define(store, &tenant, &required);
    define(store, &tenant, &field("notice", "Number", &[]));
    write(store, &tenant, &ada, "visa", Some("yes"));
    let here = &tenant.organization;
    let both = [ada.clone(), ben.clone()];
    let update = |values: &[(&str, Option<&str>)]| {
        let change = BulkChange {
            custom_fields: changes(values),
            ..BulkChange::default()
        };
        store
            .operator(here)
            .candidates()
            .update_many(here, &both, &change, at(2))
            .unwrap()
    };
    let refused = update(&[("notice", Some("3"))]);
    assert!(
        matches!(&refused, BulkUpdate::Refused(text) if text.to_string().ends_with("no value: visa"))
    );
    assert_eq!(
        value(store, &tenant, &ada, "notice"),
        None,
        "none was changed"
    );
    let refused = update(&[("notice", Some("3")), ("notice", Some("4"))]);
    assert!(matches!(refused, BulkUpdate::Refused(_)));
    let done = update(&[("notice", Some("3.50")), ("visa", Some("no"))]);
    assert!(matches!(done, BulkUpdate::Updated(_)), "{done:?}");
    for id in &both {
        assert_eq!(value(store, &tenant, id, "notice").as_deref(), Some("3.5"));
        assert_eq!(value(store, &tenant, id, "visa").as_deref(), Some("no"));
    }
    let cleared = write(store, &tenant, &ada, "visa", None);
    assert!(
        matches!(cleared, CandidateUpdate::Refused(_)),
        "it is required"
    );
}
