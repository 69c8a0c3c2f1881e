//! The names that a `use` declaration brings in.

use super::lexer::{Kind, Token, closing};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leaf {
    pub(super) path: Vec<String>,
    /// The name it is known by here. `None` for `*`.
    pub(super) name: Option<String>,
    pub(super) line: usize,
}

/// The leaves of the tree in `tokens`, which are what is between `use` and `;`.
pub(super) fn leaves(tokens: &[Token<'_>]) -> Vec<Leaf> {
    let mut found = Vec::new();
    collect(tokens, &[], &mut found);
    found
}

fn collect(tokens: &[Token<'_>], prefix: &[String], found: &mut Vec<Leaf>) {
    for branch in split_at_commas(tokens) {
        collect_branch(branch, prefix, found);
    }
}

fn collect_branch(branch: &[Token<'_>], prefix: &[String], found: &mut Vec<Leaf>) {
    let mut path = prefix.to_vec();
    let mut alias = None;
    for (at, token) in branch.iter().enumerate() {
        if token.is("{") {
            collect(&branch[at + 1..closing(branch, at)], &path, found);
            return;
        }
        if token.is("*") {
            found.push(Leaf { path, name: None, line: token.line });
            return;
        }
        if token.is("as") {
            alias = branch.get(at + 1).map(|token| token.text.to_owned());
            break;
        }
        if token.kind == Kind::Word {
            path.push(token.text.to_owned());
        }
    }
    // `use a::{self}` names a.
    if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = alias.or_else(|| path.last().cloned());
    let line = branch.first().map_or(0, |token| token.line);
    found.extend(name.map(|name| Leaf { path, name: Some(name), line }));
}

/// The parts between the commas that are in no bracket.
fn split_at_commas<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut parts = Vec::new();
    let mut start = 0;
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].opens() {
            at = closing(tokens, at);
        } else if tokens[at].is(",") {
            parts.push(&tokens[start..at]);
            start = at + 1;
        }
        at += 1;
    }
    parts.push(&tokens[start.min(tokens.len())..]);
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokenize;
    use super::*;

    #[test]
    fn every_leaf_has_its_path_and_its_name() {
        let tokens = tokenize("crate::a::{self, b::{C, D as E}, f::*, G as _}");
        let found: Vec<String> = leaves(&tokens)
            .into_iter()
            .map(|leaf| format!("{} {}", leaf.path.join("::"), leaf.name.as_deref().unwrap_or("*")))
            .collect();
        assert_eq!(found, ["crate::a a", "crate::a::b::C C", "crate::a::b::D E", "crate::a::f *", "crate::a::G _"]);
    }
}
