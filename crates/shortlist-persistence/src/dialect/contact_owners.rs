//! The people that contact data belong to.

use diesel::prelude::*;
use diesel::sql_types::{Array, Text};

use super::DbConn;
use crate::error::StoreError;

/// The kinds of contact data.
#[derive(Clone, Copy)]
pub(crate) enum Contact {
    Email,
    Phone,
}

impl Contact {
    fn column(self) -> &'static str {
        match self {
            Self::Email => "email_key",
            Self::Phone => "phone_key",
        }
    }
}

#[derive(QueryableByName)]
struct Owner {
    #[diesel(sql_type = Text)]
    contact: String,
    #[diesel(sql_type = Text)]
    person: String,
}

/// Finds the people of contact data: pairs of both.
///
/// The statement steps through an index from one person to the next, because an agency may have written its own number into
/// thousands of resumes. `DISTINCT` would read all of them, for each upload again.
pub(crate) fn contact_owners(
    conn: &mut DbConn,
    organization: &str,
    contact: Contact,
    keys: &[&str],
) -> Result<Vec<(String, String)>, StoreError> {
    let owners: Vec<Owner> = match conn {
        DbConn::Sqlite(conn) => diesel::sql_query(statement(contact, "?", "json_each(?) AS given"))
            .bind::<Text, _>(organization)
            .bind::<Text, _>(serde_json::to_string(keys)?)
            .bind::<Text, _>(organization)
            .load(conn)?,
        DbConn::Postgresql(conn) => {
            let keys_given = "unnest($2::text[]) AS given (value)";
            diesel::sql_query(statement(contact, "$1", keys_given))
                .bind::<Text, _>(organization)
                .bind::<Array<Text>, _>(keys)
                .load(conn)?
        }
    };
    let pair = |owner: Owner| (owner.contact, owner.person);
    Ok(owners.into_iter().map(pair).collect())
}

fn statement(contact: Contact, organization: &str, keys: &str) -> String {
    let column = contact.column();
    let next = |key: &str| {
        format!(
            "(SELECT MIN(person_id) FROM person_applications WHERE organization_id = {organization} AND {column} = {key}"
        )
    };
    format!(
        "WITH RECURSIVE owners (contact, person) AS (\
         SELECT given.value, {}) FROM {keys} \
         UNION ALL \
         SELECT contact, {} AND person_id > person) FROM owners WHERE person IS NOT NULL) \
         SELECT contact, person FROM owners WHERE person IS NOT NULL",
        next("given.value"),
        next("contact"),
    )
}
