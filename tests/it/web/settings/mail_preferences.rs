//! The page on which users choose which mails they get.

use crate::binary::program::Sandbox;
use crate::web::visitor::{INTERVIEWER, RECRUITER, Visitor, location};

const PATH: &str = "/app/account/mail";

/// Returns whether the box of a name is checked on the page.
fn is_checked(visitor: &Visitor, name: &str) -> bool {
    let page = visitor.page(PATH);
    let (_, rest) = page.split_once(&format!("name=\"{name}\"")).unwrap();
    rest.split('>').next().unwrap().contains(" checked")
}

pub(super) fn users_choose_their_mails(sandbox: &Sandbox) {
    let [interviewer, recruiter] =
        [INTERVIEWER, RECRUITER].map(|demo| Visitor::signed_in(sandbox, demo));
    let sessions = interviewer.page("/app/account/sessions");
    assert!(sessions.contains(&format!("href=\"{PATH}\"")), "{sessions}");
    let page = interviewer.page(PATH);
    assert!(page.contains("checked disabled"), "{page}");
    assert!(!page.contains("No mail server is set up"), "{page}");
    for (fields, reminders, reports) in [
        (vec![("reports", "1")], false, true),
        (vec![], false, false),
        (vec![("reminders", "1"), ("reports", "1")], true, true),
    ] {
        let saved = interviewer.post(PATH, &fields);
        assert_eq!(location(&saved), "/app/account/mail?saved=1");
        assert_eq!(is_checked(&interviewer, "reminders"), reminders);
        assert_eq!(is_checked(&interviewer, "reports"), reports);
        assert!(is_checked(&recruiter, "reminders"));
        assert!(is_checked(&recruiter, "reports"));
    }
    assert!(!is_checked(&interviewer, "digest"));
    interviewer.post(PATH, &[("digest", "1")]);
    assert!(is_checked(&interviewer, "digest"));
    assert!(!is_checked(&interviewer, "mentions"));
    assert!(is_checked(&recruiter, "mentions"));
    let saved = interviewer.page("/app/account/mail?saved=1");
    assert!(saved.contains("Your choice is saved"), "{saved}");
}
