//! The address of the ranking, which contains the whole state of the view.

use actix_web::HttpRequest;
use actix_web::web::Query;
use shortlist_transport::{ORDER_PARAMETER, is_candidate_parameter};

use crate::links;

/// The parameter of the chosen columns, which is repeated.
pub(super) const COLUMN: &str = "col";
/// The parameter of the number of candidates on a page.
pub(super) const SIZE: &str = "size";
/// The parameter of the position after which a page begins.
pub(super) const AFTER: &str = "after";
/// The parameter of the statuses, which is repeated.
pub(super) const STATUS: &str = "status";
/// What the name of a weight begins with; the name of its criterion follows.
pub(super) const WEIGHT: &str = "weight.";
/// The most parameters that an address keeps.
const MAX_PARAMETERS: usize = 200;

/// The parameters of the ranking's address.
#[derive(Debug, Clone, Default)]
pub(crate) struct Address {
    path: String,
    fields: Vec<(String, String)>,
}

fn is_of_view(name: &str) -> bool {
    let others = [ORDER_PARAMETER, COLUMN, SIZE];
    is_candidate_parameter(name) || others.contains(&name)
}

impl Address {
    /// Reads the address of a request.
    pub(crate) fn of_request(request: &HttpRequest, path: String) -> Self {
        Self::read(path, request.query_string())
    }

    /// Reads the query of an address, without control characters. A query that cannot be read has no parameters.
    pub(crate) fn read(path: String, query: &str) -> Self {
        let read = Query::<Vec<(String, String)>>::from_query(query);
        let fields = read.map(Query::into_inner).unwrap_or_default();
        let plain = |(name, value): (String, String)| (name, value.replace(char::is_control, " "));
        let given = |(_, value): &(String, String)| !value.trim().is_empty();
        Self {
            path,
            fields: fields
                .into_iter()
                .map(plain)
                .filter(given)
                .take(MAX_PARAMETERS)
                .collect(),
        }
    }

    /// Returns all parameters.
    pub(crate) fn fields(&self) -> &[(String, String)] {
        &self.fields
    }

    /// Returns the last value of a parameter; empty if it is missing.
    pub(crate) fn get(&self, name: &str) -> &str {
        let found = self.fields.iter().rev().find(|(other, _)| other == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// Returns all values of a parameter.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        let found = self.fields.iter().filter(move |(other, _)| other == name);
        found.map(|(_, value)| value.trim())
    }

    /// Returns whether a parameter is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.iter().any(|(other, _)| other == name)
    }

    /// Returns the weights, each with the name of its criterion.
    pub(super) fn weights(&self) -> Vec<(&str, &str)> {
        let fields = self.fields.iter();
        fields
            .filter_map(|(name, value)| Some((name.strip_prefix(WEIGHT)?, value.trim())))
            .collect()
    }

    /// Returns the parameters of the view: filters, order, columns and size.
    pub(super) fn view(&self) -> Vec<(&str, &str)> {
        let fields = self.fields.iter().filter(|(name, _)| is_of_view(name));
        fields
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }

    /// Returns the parameters that select candidates.
    pub(super) fn filters(&self) -> Vec<(&str, &str)> {
        let fields = self.view().into_iter();
        fields
            .filter(|(name, _)| is_candidate_parameter(name))
            .collect()
    }

    /// Returns the query of the view.
    pub(crate) fn view_query(&self) -> String {
        let address = links::with_fields("", &self.view());
        address.trim_start_matches('?').to_owned()
    }

    /// Returns the address of the view, with these parameters in place of those of the same names.
    pub(super) fn with(&self, changes: &[(&str, &str)]) -> String {
        let kept = self.view().into_iter();
        let kept = kept.filter(|(name, _)| changes.iter().all(|(changed, _)| changed != name));
        let fields: Vec<(&str, &str)> = kept.chain(changes.iter().copied()).collect();
        links::with_fields(&self.path, &fields)
    }

    /// Returns the address of the view without one value of a parameter.
    pub(super) fn without(&self, name: &str, value: &str) -> String {
        let kept = self.view().into_iter().filter(|one| *one != (name, value));
        links::with_fields(&self.path, &kept.collect::<Vec<_>>())
    }

    /// Returns the address of the view without filters.
    pub(super) fn without_filters(&self) -> String {
        let kept = self.view().into_iter();
        let kept = kept.filter(|(name, _)| !is_candidate_parameter(name));
        links::with_fields(&self.path, &kept.collect::<Vec<_>>())
    }

    /// Returns the address of the view with these statuses as its only filters.
    pub(super) fn of_statuses(&self, statuses: &[&str]) -> String {
        let kept = self.view().into_iter();
        let kept = kept.filter(|(name, _)| !is_candidate_parameter(name));
        let statuses = statuses.iter().map(|status| (STATUS, *status));
        let fields: Vec<(&str, &str)> = kept.chain(statuses).collect();
        links::with_fields(&self.path, &fields)
    }

    /// Returns another path with the filters and the order.
    pub(super) fn of_export(&self) -> String {
        let kept = self.view().into_iter();
        let kept = kept.filter(|(name, _)| *name != COLUMN && *name != SIZE);
        let path = format!("{}/candidates.csv", self.path);
        links::with_fields(&path, &kept.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(query: &str) -> Address {
        Address::read("/app/jobs/job_1".to_owned(), query)
    }

    #[test]
    fn links_keep_the_view_and_nothing_else() {
        let address =
            address("status=Active&status=Hired&after=x&other=1&search=a%26b&col=rank&noStatus=");
        assert_eq!(
            address.with(&[("sort", "name")]),
            "/app/jobs/job_1?status=Active&status=Hired&search=a%26b&col=rank&sort=name"
        );
        assert_eq!(
            address.without("status", "Active"),
            "/app/jobs/job_1?status=Hired&search=a%26b&col=rank"
        );
        assert_eq!(address.without_filters(), "/app/jobs/job_1?col=rank");
        assert_eq!(
            address.of_export(),
            "/app/jobs/job_1/candidates.csv?status=Active&status=Hired&search=a%26b"
        );
        assert_eq!(address.all("status").count(), 2);
        assert!(address.has("after") && !address.has("noStatus"));
    }

    #[test]
    fn weights_have_the_names_of_their_criteria() {
        let address = address("weight.skills=40&weight.team+work=60&weight=1");
        assert_eq!(address.weights(), [("skills", "40"), ("team work", "60")]);
    }
}
