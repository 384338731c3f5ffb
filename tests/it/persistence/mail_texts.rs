//! The texts of mails that organizations have written themselves.

use shortlist_domain::{MailText, MailTextName};
use shortlist_persistence::Store;

use crate::support::records::organization;
use crate::support::writes::Writes as _;

on_both_databases!(
    an_organization_replaces_and_resets_a_text,
    texts_move_with_their_organization,
);

const GERMAN: MailTextName = MailTextName {
    event: "rejected",
    language: "de",
};
const FRENCH: MailTextName = MailTextName {
    language: "fr",
    ..GERMAN
};

fn text(body: &str) -> MailText {
    MailText::parse("Your application", body).unwrap()
}

fn an_organization_replaces_and_resets_a_text(store: &Store) {
    let [here, elsewhere] = ["org_1", "org_2"].map(|id| organization(store, id));
    let operator = store.operator(&here);
    let mails = store.mails();
    for body in ["First", "Second", "Second"] {
        operator
            .mails()
            .set_text(&here, GERMAN, &text(body))
            .unwrap();
    }
    operator
        .mails()
        .set_text(&here, FRENCH, &text("Bonjour"))
        .unwrap();
    assert_eq!(
        mails.find_text(&here, GERMAN).unwrap(),
        Some(text("Second"))
    );
    assert_eq!(mails.find_text(&elsewhere, GERMAN).unwrap(), None);
    let listed = mails.texts(&here).unwrap();
    let languages: Vec<&str> = listed.iter().map(|one| one.language.as_str()).collect();
    assert_eq!(languages, ["de", "fr"]);
    assert_eq!(mails.texts(&elsewhere).unwrap(), []);
    let foreign = operator.mails().set_text(&elsewhere, GERMAN, &text("Mine"));
    assert!(foreign.is_err(), "a writer changes its own organization");
    for _ in 0..2 {
        operator.mails().reset_text(&here, GERMAN).unwrap();
    }
    assert_eq!(mails.find_text(&here, GERMAN).unwrap(), None);
    assert_eq!(
        mails.find_text(&here, FRENCH).unwrap(),
        Some(text("Bonjour"))
    );
}

fn texts_move_with_their_organization(store: &Store) {
    let here = organization(store, "org_1");
    let operator = store.operator(&here);
    operator
        .mails()
        .set_text(&here, GERMAN, &text("Moved"))
        .unwrap();
    let mut lines = Vec::new();
    let mut take = |table: &'static str, line: &str| {
        if table == "mail_texts" {
            lines.push(line.to_owned());
        }
        Ok(())
    };
    store.organization_rows().read(&here, &mut take).unwrap();
    assert!(lines.len() == 1 && lines[0].contains("Moved"), "{lines:?}");
}
