//! The statements of a migration.

/// What the text at a position is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    Code,
    Comment,
    /// A string, or a quoted name; with its quote.
    Quoted(char),
    /// A string between two `$$`, such as the body of a function.
    DollarQuoted,
}

/// Splits a migration at the semicolons between its statements. Comments stay with the statement that follows them.
///
/// Only the parts of the syntax that migrations use are known: `--` comments, quotes, and `$$` without a tag.
pub(super) fn split_statements(text: &str) -> Vec<&str> {
    let mut statements = Vec::new();
    let (mut context, mut start, mut before) = (Context::Code, 0, ' ');
    for (position, letter) in text.char_indices() {
        if context == Context::Code && letter == ';' {
            statements.extend(text.get(start..position));
            start = position.saturating_add(1);
        }
        let is_pair = before == letter;
        context = next_context(context, letter, is_pair);
        // The second letter of a pair does not begin another one.
        before = if is_pair { ' ' } else { letter };
    }
    statements.extend(text.get(start..));
    statements.retain(|statement| !without_comments(statement).trim().is_empty());
    statements
}

fn next_context(context: Context, letter: char, is_pair: bool) -> Context {
    match (context, letter) {
        (Context::Code, '-') if is_pair => Context::Comment,
        (Context::Code, '$') if is_pair => Context::DollarQuoted,
        (Context::Code, '\'' | '"') => Context::Quoted(letter),
        (Context::Comment, '\n') => Context::Code,
        (Context::DollarQuoted, '$') if is_pair => Context::Code,
        (Context::Quoted(quote), _) if letter == quote => Context::Code,
        _ => context,
    }
}

/// Returns the table that a statement creates.
pub(super) fn created_table(statement: &str) -> Option<&str> {
    let lines = statement.lines();
    let first = lines.map(str::trim).find(|line| {
        let is_comment = line.starts_with("--");
        !(line.is_empty() || is_comment)
    })?;
    let name = first.strip_prefix("CREATE TABLE ")?;
    name.split([' ', '(']).find(|word| !word.is_empty())
}

fn without_comments(statement: &str) -> String {
    let lines = statement.lines();
    lines
        .filter(|line| !line.trim_start().starts_with("--"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_at_semicolons_outside_of_quotes_and_comments() {
        let text = "-- One; two.\nCREATE TABLE a (b TEXT DEFAULT ';'); -- c;\n\
            CREATE FUNCTION d() AS $$ BEGIN; END $$;\nUPDATE \"e;\" SET f = 'it''s;';\n-- The end;\n";
        let statements: Vec<&str> = split_statements(text).into_iter().map(str::trim).collect();
        assert_eq!(
            statements,
            [
                "-- One; two.\nCREATE TABLE a (b TEXT DEFAULT ';')",
                "-- c;\nCREATE FUNCTION d() AS $$ BEGIN; END $$",
                "UPDATE \"e;\" SET f = 'it''s;'",
            ]
        );
        assert_eq!(created_table(statements[0]), Some("a"));
        assert_eq!(created_table(statements[1]), None);
    }

    #[test]
    fn every_migration_is_split_into_statements_of_known_kinds() {
        let kinds = [
            "CREATE", "ALTER", "DROP", "INSERT", "UPDATE", "DELETE", "DO",
        ];
        for migration in super::super::MIGRATIONS {
            for statement in split_statements(migration.postgresql) {
                let lines = statement.lines().map(str::trim);
                let first = lines
                    .filter(|line| !line.is_empty() && !line.starts_with("--"))
                    .find_map(|line| line.split(' ').next())
                    .unwrap();
                assert!(kinds.contains(&first), "{}: {statement}", migration.version);
            }
        }
    }
}
