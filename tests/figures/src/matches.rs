//! The arms of a file that match on `true` or `false`.

use proc_macro2::{TokenStream, TokenTree};

use crate::Place;
use crate::source::SourceFile;

/// Returns such arms. They are read from the tokens, because the input of a macro is nothing else.
pub(crate) fn on_bool(file: &SourceFile) -> Vec<Place> {
    let mut found = Vec::new();
    search(file, file.tokens.clone(), &mut found);
    found
}

fn search(file: &SourceFile, tokens: TokenStream, found: &mut Vec<Place>) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => search(file, group.stream(), found),
            TokenTree::Ident(name) if name == "true" || name == "false" => {
                let is_pattern = match tokens.peek() {
                    Some(TokenTree::Ident(next)) => next == "if",
                    Some(TokenTree::Punct(next)) => {
                        let arrow =
                            next.as_char() == '=' && next.spacing() == proc_macro2::Spacing::Joint;
                        let mut after = tokens.clone();
                        after.next();
                        arrow
                            && matches!(after.next(), Some(TokenTree::Punct(end)) if end.as_char() == '>')
                    }
                    _ => false,
                };
                if is_pattern {
                    found.push(file.place(&name, &name));
                }
            }
            _ => {}
        }
    }
}
