//! The words of the field: skills and their aliases, degrees, languages, and the folding of text that makes them comparable.
