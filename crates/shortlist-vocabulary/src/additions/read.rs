//! Reading an operator's file.

use csv::{ByteRecord, ReaderBuilder};

use super::{Addition, Additions, AdditionsError, is_common_word};

/// The most names in a file. ESCO has about 14,000 skills with 100,000 names, and no list needs ten times as many.
const MAX_NAMES: usize = 1_000_000;
/// The longest name. A longer text is a description.
const MAX_NAME_CHARS: usize = 250;
/// The concept type of ESCO's skills.
const ESCO_SKILL: &str = "KnowledgeSkillCompetence";

/// The positions of the columns.
enum Columns {
    Native {
        canonical: usize,
        aliases: Option<usize>,
        ambiguous: Option<usize>,
    },
    Esco {
        kind: usize,
        preferred: usize,
        alternative: usize,
    },
}

/// A line of the file, split into cells.
struct Row<'a> {
    line: u64,
    cells: &'a ByteRecord,
}

impl Additions {
    /// Reads a file in either format.
    ///
    /// It may begin with a byte order mark. The separator can be a comma, a semicolon or a tab.
    ///
    /// # Errors
    /// When the file cannot be used, with the line and what was expected there.
    pub fn read(bytes: &[u8]) -> Result<Self, AdditionsError> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        if let Err(error) = std::str::from_utf8(bytes) {
            let before = bytes.get(..error.valid_up_to()).unwrap_or(bytes);
            let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
            return Err(AdditionsError::Encoding(line));
        }
        let mut reader = ReaderBuilder::new()
            .delimiter(separator(bytes))
            .from_reader(bytes);
        let header = reader.byte_headers().map_err(from_csv_error)?.clone();
        let columns = columns(&header)?;
        let mut additions = Self::default();
        let mut names = 0;
        let mut cells = ByteRecord::new();
        while reader
            .read_byte_record(&mut cells)
            .map_err(from_csv_error)?
        {
            let line = cells.position().map_or(0, csv::Position::line);
            let Some(addition) = columns.read(&Row {
                line,
                cells: &cells,
            })?
            else {
                continue;
            };
            names += addition.aliases.len() + 1;
            if names > MAX_NAMES {
                return Err(AdditionsError::TooMany(MAX_NAMES));
            }
            additions.skills.push(addition);
        }
        if additions.skills.is_empty() {
            return Err(AdditionsError::Empty);
        }
        Ok(additions)
    }
}

/// Returns the most frequent separator in the first line.
fn separator(bytes: &[u8]) -> u8 {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or(bytes);
    let count = |separator: &u8| first.iter().filter(|byte| *byte == separator).count();
    // Of equally frequent ones, the last is taken.
    [b'\t', b';', b',']
        .into_iter()
        .max_by_key(count)
        .unwrap_or(b',')
}

fn columns(header: &ByteRecord) -> Result<Columns, AdditionsError> {
    let names: Vec<String> = header
        .iter()
        .map(|name| String::from_utf8_lossy(name).trim().to_owned())
        .collect();
    let find = |wanted: &str| {
        names
            .iter()
            .position(|name| name.eq_ignore_ascii_case(wanted))
    };
    let esco = (
        find("conceptType"),
        find("preferredLabel"),
        find("altLabels"),
    );
    if let (Some(kind), Some(preferred), Some(alternative)) = esco {
        return Ok(Columns::Esco {
            kind,
            preferred,
            alternative,
        });
    }
    match find("canonical") {
        Some(canonical) => Ok(Columns::Native {
            canonical,
            aliases: find("aliases"),
            ambiguous: find("ambiguous"),
        }),
        None => Err(AdditionsError::Columns(format!("`{}`", names.join("`, `")))),
    }
}

impl Columns {
    /// Returns the skill of a row, or `None` for a concept that is not a skill.
    fn read(&self, row: &Row<'_>) -> Result<Option<Addition>, AdditionsError> {
        match *self {
            Self::Native {
                canonical,
                aliases,
                ambiguous,
            } => {
                let name = row.name(canonical, "a name in the column canonical")?;
                let aliases = row.text(aliases).split('|').map(str::to_owned).collect();
                Ok(Some(Addition {
                    aliases: row.aliases(aliases, &name)?,
                    name,
                    ambiguous: row.answer(ambiguous)?,
                }))
            }
            Self::Esco {
                kind,
                preferred,
                alternative,
            } => {
                if row.text(Some(kind)) != ESCO_SKILL {
                    return Ok(None);
                }
                let name = row.name(preferred, "a name in the column preferredLabel")?;
                let labels = row
                    .text(Some(alternative))
                    .lines()
                    .map(str::to_owned)
                    .collect();
                // ESCO writes proper names with capitals. A single word in lower case is therefore an ordinary word.
                let plain =
                    !name.contains(char::is_whitespace) && !name.contains(char::is_uppercase);
                Ok(Some(Addition {
                    aliases: row.aliases(labels, &name)?,
                    ambiguous: (plain || is_common_word(&name)).then_some(true),
                    name,
                }))
            }
        }
    }
}

impl Row<'_> {
    fn text(&self, column: Option<usize>) -> String {
        let cell = column
            .and_then(|column| self.cells.get(column))
            .unwrap_or(b"");
        String::from_utf8_lossy(cell).trim().to_owned()
    }

    fn name(&self, column: usize, expected: &'static str) -> Result<String, AdditionsError> {
        let name = self.checked(self.text(Some(column)))?;
        if name.contains(char::is_alphanumeric) {
            return Ok(name);
        }
        Err(AdditionsError::Cell {
            line: self.line,
            found: format!("`{name}` is not a name"),
            expected,
        })
    }

    /// Returns the names without empty ones and without the canonical one.
    fn aliases(&self, names: Vec<String>, canonical: &str) -> Result<Vec<String>, AdditionsError> {
        names
            .into_iter()
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty() && name != canonical)
            .map(|name| self.checked(name))
            .collect()
    }

    fn checked(&self, name: String) -> Result<String, AdditionsError> {
        let fits = name.chars().count() <= MAX_NAME_CHARS;
        if fits && !name.contains(char::is_control) {
            return Ok(name);
        }
        let start: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        Err(AdditionsError::Cell {
            line: self.line,
            found: format!("the name `{start}…` is too long or contains a line break"),
            expected: "names of at most 250 letters, with `|` between aliases",
        })
    }

    fn answer(&self, column: Option<usize>) -> Result<Option<bool>, AdditionsError> {
        let text = self.text(column);
        match text.to_lowercase().as_str() {
            "" => Ok(None),
            "yes" | "true" | "1" => Ok(Some(true)),
            "no" | "false" | "0" => Ok(Some(false)),
            _ => Err(AdditionsError::Cell {
                line: self.line,
                found: format!(
                    "ambiguous is `{}`",
                    text.chars().take(40).collect::<String>()
                ),
                expected: "yes, no or nothing",
            }),
        }
    }
}

fn from_csv_error(error: csv::Error) -> AdditionsError {
    let line = |position: &Option<csv::Position>| position.as_ref().map_or(0, csv::Position::line);
    match error.kind() {
        csv::ErrorKind::UnequalLengths {
            pos,
            expected_len,
            len,
        } => AdditionsError::Cells {
            line: line(pos),
            found: *len,
            expected: *expected_len,
        },
        _ => AdditionsError::Cell {
            line: error.position().map_or(0, csv::Position::line),
            found: "the row is not valid CSV".to_owned(),
            expected: "a valid row",
        },
    }
}
