//! A function says by name what it needs. A tuple parameter hides several parameters behind one position.
//!
//! Checked are `fn` signatures outside tests: `(a, b): (A, B)`, `pair: (A, B)`, `pair: &(A, B)`. Closures are not, nor
//! methods of `impl Trait for Type`, whose signature the trait decides; the trait itself is checked where it is defined
//! here. A list of tuples is a table, and fine.

use crate::rust::{Kind, Token, closing, is_test_file, tokenize, without_tests};
use crate::{SourceFile, Violation};

/// Takes Rust files.
pub fn check(files: &[SourceFile]) -> Vec<Violation> {
    files.iter().filter(|file| file.has_extension("rs") && !is_test_file(&file.path)).flat_map(check_file).collect()
}

fn check_file(file: &SourceFile) -> Vec<Violation> {
    let tokens = without_tests(&tokenize(&file.text));
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some(end) = trait_impl(&tokens, at) {
            at = end;
            continue;
        }
        if let Some((name, parameters)) = signature(&tokens, at) {
            found.extend(split(parameters).into_iter().filter_map(|parameter| violation(file, name, parameter)));
        }
        at += 1;
    }
    found
}

/// The index after `impl … for … { … }` when that starts here.
fn trait_impl(tokens: &[Token<'_>], at: usize) -> Option<usize> {
    // `impl Trait` as a type follows one of these.
    let is_type = at > 0 && ["(", ",", ":", "->", "<", "&", "=", "+"].iter().any(|before| tokens[at - 1].is(before));
    if !tokens[at].is("impl") || is_type {
        return None;
    }
    let open = at + tokens[at..].iter().position(|token| token.is("{"))?;
    let head = &tokens[at..open];
    // `for<'a>` belongs to a bound.
    let names_trait = head
        .iter()
        .enumerate()
        .any(|(index, token)| token.is("for") && !head.get(index + 1).is_some_and(|next| next.is("<")));
    names_trait.then(|| closing(tokens, open) + 1)
}

/// The name and the parameters of the function whose `fn` is here.
fn signature<'t, 'a>(tokens: &'t [Token<'a>], at: usize) -> Option<(Token<'a>, &'t [Token<'a>])> {
    let name = tokens.get(at + 1).filter(|name| tokens[at].is("fn") && name.kind == Kind::Word)?;
    let mut open = at + 2;
    let mut angles = 0;
    // Generics may hold brackets of their own: `<F: Fn(u8)>`.
    while let Some(token) = tokens.get(open) {
        match token.text {
            "<" => angles += 1,
            ">" => angles -= 1,
            "(" if angles == 0 => return Some((*name, &tokens[open + 1..closing(tokens, open)])),
            _ => {}
        }
        open += 1;
    }
    None
}

/// The parts between commas that are in no bracket, angle brackets included.
fn split<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0;
    let separators = tokens.split(move |token| {
        if token.opens() || token.is("<") {
            depth += 1;
        } else if token.closes() || token.is(">") {
            depth -= 1;
        }
        depth == 0 && token.is(",")
    });
    separators.filter(|part| !part.is_empty()).collect()
}

fn violation(file: &SourceFile, name: Token<'_>, parameter: &[Token<'_>]) -> Option<Violation> {
    let pattern = without_attributes(parameter);
    let colon = top_level_colon(pattern)?;
    if !is_tuple(&pattern[..colon]) && !is_tuple(&pattern[colon + 1..]) {
        return None;
    }
    let written: Vec<&str> = pattern.iter().map(|token| token.text).collect();
    let message = format!(
        "`fn {}` hides several parameters in the tuple `{}`. Give each its own parameter, or make a struct.",
        name.text,
        written.join(" ")
    );
    Some(Violation::at(&file.path, pattern[0].line, message))
}

fn without_attributes<'t, 'a>(parameter: &'t [Token<'a>]) -> &'t [Token<'a>] {
    let mut rest = parameter;
    while rest.first().is_some_and(|token| token.is("#")) {
        rest = rest.get(closing(rest, 1) + 1..).unwrap_or_default();
    }
    rest
}

fn top_level_colon(parameter: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0;
    parameter.iter().position(|token| {
        if token.opens() {
            depth += 1;
        } else if token.closes() {
            depth -= 1;
        }
        depth == 0 && token.is(":")
    })
}

/// Whether a pattern or a type is a tuple of two or more, behind any references.
fn is_tuple(tokens: &[Token<'_>]) -> bool {
    let start = tokens.iter().position(|token| !(token.is("&") || token.is("mut") || token.kind == Kind::Lifetime));
    let Some(start) = start.filter(|start| tokens[*start].is("(")) else { return false };
    let end = closing(tokens, start);
    end + 1 == tokens.len() && split(&tokens[start + 1..end]).len() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_text(text: &str) -> Vec<String> {
        check(&[SourceFile::new("crates/a/src/lib.rs", text)]).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn rejects_tuples_in_patterns_and_types() {
        for text in [
            "fn f((a, b): (A, B)) {}",
            "impl X { pub async fn f(&self, pair: (A, Vec<B>)) {} }",
            "fn f<F: Fn(u8) -> u8>(first: F, &(ref a, _): &'a (A, B)) {}",
            "trait T { fn f(&self, pair: &mut (A, B)); }",
            "pub(crate) const fn f(\n    pair: (A, B),\n) {}",
        ] {
            assert_eq!(check_text(text).len(), 1, "{text}");
        }
        assert!(check_text("\nfn f(\n  (a, b): (A, B)) {}")[0].starts_with("crates/a/src/lib.rs:3: `fn f` hides"));
    }

    #[test]
    fn accepts_what_hides_nothing() {
        for text in [
            "fn f(a: A, b: HashMap<A, B>, c: &[(A, B)], d: Vec<(A, B)>, e: (), g: impl Fn((A, B)) -> C) -> (A, B) {}",
            "fn f(Path((a, b)): Path<(A, B)>, State(c): State<C>) {}",
            "impl Foreign<'_> for X { fn f(&self, (a, b): (A, B)) {} }",
            "fn f() { list.map(|(a, b): (A, B)| a); let g: fn((A, B)) = h; }",
            "#[cfg(test)] mod tests { fn f(pair: (A, B)) {} }",
        ] {
            assert_eq!(check_text(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn a_function_after_an_impl_of_a_trait_is_checked() {
        assert_eq!(check_text("fn a() -> impl Sized { for b in c {} } impl T for X {} fn f(pair: (A, B)) {}").len(), 1);
    }
}
