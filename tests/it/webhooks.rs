//! Events and their delivery to webhooks: real receivers on this machine, on SQLite and on PostgreSQL.

/// Creates two tests from each function, one for each database.
macro_rules! on_both_databases {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                crate::support::database::on_sqlite(|url| {
                    super::$test(&mut crate::webhooks::sender::Sender::start(url));
                });
            })*
        }
        mod postgresql {
            $(#[test]
            fn $test() {
                crate::support::database::on_postgresql(|url| {
                    super::$test(&mut crate::webhooks::sender::Sender::start(url));
                });
            })*
        }
    };
}

mod catalogue;
mod deliveries;
mod failures;
mod operations;
pub(crate) mod receiver;
mod sender;
