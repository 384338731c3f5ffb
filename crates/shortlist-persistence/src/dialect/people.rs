//! The people that contact data belong to.

use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text};

use super::DbConn;
use crate::StoreError;

/// A kind of contact data.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Contact {
    Email,
    Phone,
}

/// The first and the last of the people with one e-mail address or telephone number. They are different only if somebody
/// merged or split people by hand.
#[derive(QueryableByName)]
pub(crate) struct ContactOwners {
    #[diesel(sql_type = Text)]
    pub(crate) key: String,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) first: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) last: Option<String>,
}

/// Finds the people with e-mail addresses or telephone numbers. Each is found by the two ends of an index range, because
/// many applications may share a telephone number, such as that of an agency.
pub(crate) fn contact_owners(
    conn: &mut DbConn,
    organization: &str,
    contact: Contact,
    keys: &[&str],
) -> Result<Vec<ContactOwners>, StoreError> {
    let column = match contact {
        Contact::Email => "email_key",
        Contact::Phone => "phone_key",
    };
    let end = |function: &str, organization: &str, key: &str| {
        format!(
            "(SELECT {function}(person_id) FROM person_applications \
             WHERE organization_id = {organization} AND {column} = {key})"
        )
    };
    Ok(match conn {
        DbConn::Sqlite(conn) => {
            let [first, last] = ["min", "max"].map(|function| end(function, "?1", "given.value"));
            diesel::sql_query(format!(
                "SELECT value AS key, {first} AS first, {last} AS last FROM json_each(?2) AS given"
            ))
            .bind::<Text, _>(organization)
            .bind::<Text, _>(serde_json::to_string(keys)?)
            .load(conn)?
        }
        DbConn::Postgresql(conn) => {
            let [first, last] = ["min", "max"].map(|function| end(function, "$1", "given.key"));
            diesel::sql_query(format!(
                "SELECT key, {first} AS first, {last} AS last FROM unnest($2::text[]) AS given (key)"
            ))
            .bind::<Text, _>(organization)
            .bind::<Array<Text>, _>(keys)
            .load(conn)?
        }
    })
}
