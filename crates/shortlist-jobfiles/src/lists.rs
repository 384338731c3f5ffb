//! Data files whose lists have the names of an enum's values.

use shortlist_vocabulary::{FromEntries, WordListError, WordLists};

/// Returns the lists with the values that their names mean, in the order of the file.
///
/// # Errors
/// Returns an error if a name means no value or is repeated, or if an entry is not written as its list requires.
pub(crate) fn by_name<Key: PartialEq, List: FromEntries>(
    lists: WordLists,
    named: impl Fn(&str) -> Option<Key>,
) -> Result<Vec<(Key, List)>, WordListError> {
    let mut read: Vec<(Key, List)> = Vec::new();
    for (name, entries) in lists.into_lists() {
        let key = named(name).ok_or_else(|| WordListError::Unused(name.to_owned()))?;
        if read.iter().any(|(known, _)| *known == key) {
            return Err(WordListError::NotOnce(name.to_owned()));
        }
        read.push((key, List::from_entries(entries)?));
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amounts::AmountWords;
    use crate::employment::EmploymentWords;
    use crate::fields::{Field, HeaderWords};
    use crate::json::JsonKeys;
    use crate::periods::MonthNames;
    use crate::prompt;
    use crate::status::StatusWords;
    use crate::steps::RowNouns;
    use crate::values::MissingValues;

    #[test]
    fn every_data_file_is_readable() {
        assert_eq!(EmploymentWords::read().err(), None);
        assert_eq!(AmountWords::read().err(), None);
        assert_eq!(HeaderWords::read().err(), None);
        assert_eq!(MonthNames::read().err(), None);
        assert_eq!(RowNouns::read().err(), None);
        assert_eq!(JsonKeys::read().err(), None);
        assert_eq!(MissingValues::read().err(), None);
        assert_eq!(StatusWords::read().err(), None);
        assert_eq!(prompt::check_data_files(), Ok(()));
    }

    #[test]
    fn a_name_means_one_value() {
        let read = |text| by_name::<Field, Vec<_>>(WordLists::read(text)?, Field::from_wire);
        assert_eq!(
            read("[title]\njob title\n"),
            Ok(vec![(Field::Title, vec!["job title"])])
        );
        for (text, problem) in [
            ("[titles]\n", "the list [titles] is not used"),
            (
                "[title]\n[title]\n",
                "the list [title] must exist exactly once",
            ),
        ] {
            assert_eq!(read(text).unwrap_err().to_string(), problem);
        }
    }
}
