//! What is compiled for tests only.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use super::lexer::{Token, closing};

/// Files that only tests compile, by their place: `tests/…`, `src/…/tests.rs` and `src/…/tests/…`.
pub fn is_test_file(path: &str) -> bool {
    path.ends_with("/tests.rs") || path.split('/').any(|folder| folder == "tests")
}

/// The tokens without the items that carry `#[cfg(test)]` or `#[cfg(all(test, …))]`.
pub fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    for item in test_items(tokens) {
        kept.extend_from_slice(&tokens[at..item.start]);
        at = item.end;
    }
    kept.extend_from_slice(&tokens[at..]);
    kept
}

/// The lines, counted from 1, of the items that only tests compile.
pub fn test_lines(tokens: &[Token<'_>]) -> BTreeSet<usize> {
    let lines = |item: Range<usize>| match &tokens[item] {
        [first, .., last] => first.line..=last.line,
        _ => RangeInclusive::new(1, 0),
    };
    test_items(tokens).into_iter().flat_map(lines).collect()
}

/// The indexes of the tokens of each item for tests, its attributes included.
fn test_items(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if is_test_attribute(&tokens[at..]) {
            let inner = tokens[at + 1].is("!");
            let end = if inner { tokens.len() } else { end_of_item(tokens, at) };
            found.push(at..end);
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

fn is_test_attribute(tokens: &[Token<'_>]) -> bool {
    let starts =
        |words: &[&str]| words.len() <= tokens.len() && words.iter().zip(tokens).all(|(word, token)| token.is(word));
    starts(&["#", "[", "cfg", "(", "test", ")"])
        || starts(&["#", "!", "[", "cfg", "(", "test", ")"])
        || starts(&["#", "[", "cfg", "(", "all", "(", "test", ","])
}

/// The index after the item whose first attribute is at `at`.
fn end_of_item(tokens: &[Token<'_>], mut at: usize) -> usize {
    while at + 1 < tokens.len() && tokens[at].is("#") {
        at = closing(tokens, at + 1) + 1;
    }
    let mut ends_at_semicolon = false;
    while at < tokens.len() {
        let token = tokens[at];
        if token.closes() {
            return at;
        }
        if token.is(";") {
            return at + 1;
        }
        // The braces of an import or of a value are not the end of it.
        ends_at_semicolon |= ["use", "const", "static", "let"].iter().any(|word| token.is(word));
        ends_at_semicolon &= !token.is("fn");
        let braces = token.is("{");
        at = if token.opens() { closing(tokens, at) + 1 } else { at + 1 };
        if braces && !ends_at_semicolon {
            return at;
        }
    }
    at.min(tokens.len())
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokenize;
    use super::*;

    fn kept(source: &str) -> String {
        without_tests(&tokenize(source)).iter().map(|token| token.text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn items_of_tests_are_dropped() {
        for item in [
            "mod tests { fn a() { b(); } }",
            "mod tests;",
            "use a::{b, c};",
            "#[allow(x)] pub fn a<T, U>(x: [u8; 2]) -> U { y }",
            "const A: [u8; 1] = [1];",
            "const fn a() { 1 }",
            "impl A { fn b() {} }",
        ] {
            assert_eq!(kept(&format!("x; #[cfg(test)] {item} struct Kept;")), "x ; struct Kept ;", "{item}");
        }
    }

    #[test]
    fn a_file_for_tests_is_empty() {
        assert_eq!(kept("#![cfg(test)] use a::b; fn c() {}"), "");
    }

    #[test]
    fn other_conditions_are_kept() {
        assert_eq!(kept("#[cfg(unix)] fn a() {}"), "# [ cfg ( unix ) ] fn a ( ) { }");
    }
}
