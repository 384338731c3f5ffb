//! What organizations choose for the sender of their mails.

use shortlist_domain::{EmailAddress, MailSender};
use shortlist_persistence::Store;

use crate::support::records::organization;
use crate::support::writes::Writes as _;

on_both_databases!(a_sender_is_that_of_its_organization);

fn sender(name: &str) -> MailSender {
    let address = |text| EmailAddress::parse("address", text).unwrap();
    MailSender {
        name: Some(name.to_owned()),
        address: Some(address("jobs@example.org")),
        reply_to: Some(address("answers@example.org")),
        language: Some("de".to_owned()),
    }
}

fn a_sender_is_that_of_its_organization(store: &Store) {
    let [here, elsewhere] = ["org_1", "org_2"].map(|id| organization(store, id));
    let operator = store.operator(&here);
    let find = |id| store.mails().sender(id).unwrap();
    assert_eq!(find(&here), MailSender::default());
    for chosen in [sender("First"), sender("Second"), MailSender::default()] {
        operator.mails().set_sender(&here, &chosen).unwrap();
        assert_eq!(find(&here), chosen);
    }
    operator
        .mails()
        .set_sender(&here, &sender("Third"))
        .unwrap();
    assert_eq!(find(&elsewhere), MailSender::default());
    let foreign = operator.mails().set_sender(&elsewhere, &sender("Mine"));
    assert!(foreign.is_err(), "a writer changes its own organization");
    let mut lines = Vec::new();
    let mut take = |table: &'static str, line: &str| {
        if table == "organizations" {
            lines.push(line.to_owned());
        }
        Ok(())
    };
    store.organization_rows().read(&here, &mut take).unwrap();
    assert!(lines.len() == 1 && lines[0].contains("Third"), "{lines:?}");
}
