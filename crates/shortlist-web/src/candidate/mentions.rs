//! The users whom a note mentions: an `@`, and the name of the user.

use std::collections::HashSet;

use shortlist_app::{App, Operation};
use shortlist_domain::{Principal, plain_text};

use crate::respond::error::PageError;
use crate::visit::Visit;

/// Returns the identifiers of the active users whom a text mentions.
pub(super) async fn find(visit: &Visit, text: &str) -> Result<Vec<String>, PageError> {
    if !text.contains('@') {
        return Ok(Vec::new());
    }
    let list = |app: &App, principal: &Principal| app.accounts().list_interviewers(principal);
    let users = visit.run(Operation::ListInterviewers, list).await?;
    let names: Vec<String> = users
        .iter()
        .map(|user| plain_text(user.full_name.trim()))
        .collect();
    let mentioned = mentioned_names(text, &names);
    let pairs = users.into_iter().zip(&names);
    let meant = pairs.filter(|(_, name)| mentioned.contains(name.as_str()));
    Ok(meant.map(|(user, _)| user.id.into_string()).collect())
}

/// Returns which names, as plain text, follow an `@` in whole words. Case and accents do not matter. If several names match after
/// one `@`, the longest counts.
fn mentioned_names<'a>(text: &str, names: &'a [String]) -> HashSet<&'a str> {
    let text = plain_text(text);
    let mut mentioned = HashSet::new();
    for (index, _) in text.match_indices('@') {
        let (before, after) = text.split_at(index);
        let follows = |name: &&str| {
            let rest = after
                .strip_prefix('@')
                .and_then(|one| one.strip_prefix(*name));
            let is_whole = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
            is_whole && !name.is_empty()
        };
        let following = names.iter().map(String::as_str).filter(follows);
        if let Some(longest) = following.max_by_key(|name| name.len())
            && !before.ends_with(char::is_alphanumeric)
        {
            mentioned.insert(longest);
        }
    }
    mentioned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mentions(text: &str, names: &[&str]) -> Vec<bool> {
        let names: Vec<String> = names.iter().map(|name| plain_text(name)).collect();
        let mentioned = mentioned_names(text, &names);
        let names = names.iter();
        names
            .map(|name| mentioned.contains(name.as_str()))
            .collect()
    }

    #[test]
    fn a_name_after_the_sign_is_a_mention() {
        let text = "@Zoë Example, please call her. @bob medlar too; ada@example.org";
        for (name, expected) in [
            ("Zoë Example", true),
            ("Zoe Example", true),
            ("Bob Medlar", true),
            ("Bob Med", false),
            ("Example", false),
            ("her", false),
            ("", false),
        ] {
            assert_eq!(mentions(text, &[name]), [expected], "{name}");
        }
    }

    #[test]
    fn the_longest_of_several_names_is_meant() {
        let names = ["Ada", "Ada Quince", "Ada Quince", "Ada Quincey"];
        let both = [false, true, true, false];
        assert_eq!(mentions("@Ada Quince called", &names), both);
        let short = [true, false, false, false];
        assert_eq!(mentions("@Ada called", &names), short);
        assert_eq!(
            mentions("@Ada, @Ada Quincey", &names),
            [true, false, false, true]
        );
    }
}
