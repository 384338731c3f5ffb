//! The fields of a form or of an address.

use std::collections::HashMap;

use actix_web::HttpRequest;
use actix_web::web::Query;

/// The fields that contain a password, with their labels. No page ever repeats what was typed there.
pub(crate) const PASSWORD_FIELDS: [(&str, &str); 5] = [
    ("password", "Password"),
    ("current", "Current password"),
    ("new", "New password"),
    ("again", "New password again"),
    ("client_secret", "Client secret"),
];

/// The fields of a form or of an address. Of a repeated field, the last value counts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fields(HashMap<String, String>);

impl Fields {
    /// Takes the fields of a form. Browsers end lines with two characters; one is kept.
    pub(crate) fn new(fields: HashMap<String, String>) -> Self {
        let plain = |(name, value): (String, String)| (name, value.replace("\r\n", "\n"));
        Self(fields.into_iter().map(plain).collect())
    }

    /// Reads the fields of the address, without control characters. An address that cannot be read has none.
    pub(crate) fn of_address(request: &HttpRequest) -> Self {
        let read = Query::<HashMap<String, String>>::from_query(request.query_string());
        let fields = read.map(Query::into_inner).unwrap_or_default();
        let plain = |(name, value): (String, String)| (name, value.replace(char::is_control, " "));
        Self(fields.into_iter().map(plain).collect())
    }

    /// Returns a field without surrounding space; empty if it is missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", |value| value.trim())
    }

    /// Returns a field as it was typed; empty if it is missing.
    pub(crate) fn exact(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// Returns a field, or `None` if it is missing or empty.
    pub(crate) fn some(&self, name: &str) -> Option<&str> {
        Some(self.get(name)).filter(|value| !value.is_empty())
    }

    /// Returns what follows a beginning in the names of fields, such as the identifiers of checked boxes.
    pub(crate) fn names_after(&self, beginning: &str) -> Vec<String> {
        let names = self
            .0
            .keys()
            .filter_map(|name| name.strip_prefix(beginning));
        let mut found: Vec<String> = names.map(str::to_owned).collect();
        found.sort();
        found
    }

    /// Returns these fields only.
    pub(crate) fn only(&self, names: &[&str]) -> Self {
        let mut kept = self.clone();
        kept.0.retain(|name, _| names.contains(&name.as_str()));
        kept
    }

    /// Returns all fields but these.
    pub(crate) fn without(&self, names: &[&str]) -> Self {
        let mut kept = self.clone();
        kept.0.retain(|name, _| !names.contains(&name.as_str()));
        kept
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Removes all passwords. Returns the fields and labels of those that were typed.
    pub(crate) fn remove_passwords(&mut self) -> Vec<(&'static str, &'static str)> {
        let typed = PASSWORD_FIELDS.into_iter().filter(|(name, _)| {
            let removed = self.0.remove(*name);
            removed.is_some_and(|value| !value.is_empty())
        });
        typed.collect()
    }

    /// Returns all fields, sorted by name.
    pub(crate) fn sorted(&self) -> Vec<(String, String)> {
        let mut fields: Vec<_> = self.0.clone().into_iter().collect();
        fields.sort();
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of all templates.
    fn templates() -> Vec<String> {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
        let files = std::fs::read_dir(folder).unwrap();
        let read = |file: std::io::Result<std::fs::DirEntry>| {
            std::fs::read_to_string(file.unwrap().path()).unwrap()
        };
        files.map(read).collect()
    }

    #[test]
    fn every_field_for_a_password_is_known() {
        let mut found = 0;
        for template in templates() {
            for input in template.split('<').filter(|part| part.starts_with("input")) {
                if !input.contains("type=\"password\"") {
                    continue;
                }
                let is_known = |(name, _): &(&str, &str)| {
                    input.contains(&format!("name=\"{name}\""))
                        || input.contains("name=\"{{ password.0 }}\"")
                };
                assert!(PASSWORD_FIELDS.iter().any(is_known), "{input}");
                assert!(!input.contains("value="), "{input}");
                found += 1;
            }
        }
        assert!(found > 5, "{found}");
    }

    #[test]
    fn passwords_are_removed_and_named() {
        let fields = [
            ("user", "u"),
            ("password", ""),
            ("current", "a"),
            ("new", "b"),
        ];
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let mut fields = Fields::new(HashMap::from(fields));
        let typed = fields.remove_passwords();
        assert_eq!(
            typed,
            [("current", "Current password"), ("new", "New password")]
        );
        assert_eq!(fields.sorted(), [("user".to_owned(), "u".to_owned())]);
    }
}
