//! The names of organizations that a page offers.

use shortlist_domain::OrganizationId;

/// Returns the label of an organization among those with these names: its name, and its identifier if another one has the same name.
pub(crate) fn distinct_label(
    name: &str,
    organization: &OrganizationId,
    names: &[String],
) -> String {
    match names.iter().filter(|other| *other == name).count() {
        0 | 1 => name.to_owned(),
        _ => format!("{name} ({organization})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn organizations_of_the_same_name_are_told_apart() {
        let organization = OrganizationId::parse("organization", "org_1").unwrap();
        let names = ["A", "B", "A"].map(str::to_owned);
        assert_eq!(distinct_label("A", &organization, &names), "A (org_1)");
        assert_eq!(distinct_label("B", &organization, &names), "B");
    }
}
