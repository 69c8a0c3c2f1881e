//! What one file declares, imports and names.

use std::collections::BTreeSet;

use super::lexer::{Kind, Token, closing};
use super::use_tree;

/// A name brought in by `use`.
#[derive(Clone, Debug)]
pub struct Import {
    pub path: Vec<String>,
    /// The name it has here. `None` for `*`.
    pub name: Option<String>,
    /// `pub use` in any form: others may import it from here.
    pub public: bool,
    pub line: usize,
}

/// A path of two or more names in code or in an attribute.
#[derive(Clone, Debug)]
pub struct Reference {
    pub path: Vec<String>,
    pub line: usize,
}

/// A module declared by `mod name;`.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    /// The value of `#[path = "…"]`.
    pub path: Option<String>,
}

/// One module: a file, or the body of `mod name { … }`.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    pub declared: Vec<Declared>,
    pub inline: Vec<(String, Scan)>,
    /// Names of the types, functions, constants and macros that are defined here.
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    pub references: Vec<Reference>,
    /// Every word outside imports.
    pub words: BTreeSet<String>,
    /// The words that are no part of a path.
    pub lone_words: BTreeSet<String>,
    /// Whether there is more than declarations of modules and imports.
    pub has_code: bool,
}

const ITEM_KEYWORDS: [&str; 8] = ["struct", "enum", "union", "trait", "type", "fn", "const", "static"];
const MODIFIERS: [&str; 4] = ["fn", "mut", "unsafe", "async"];

/// Reads the tokens of one module. Hand over tokens without tests.
pub fn scan(tokens: &[Token<'_>]) -> Scan {
    let mut found = Scan::default();
    let mut depth = 0_usize;
    let mut at = 0;
    while at < tokens.len() {
        let token = tokens[at];
        if token.is("use") && !tokens.get(at + 1).is_some_and(|next| next.is("<")) {
            at = import(tokens, at, &mut found);
            continue;
        }
        if token.is("pub") && tokens.get(at + 1).is_some_and(|next| next.is("(")) && is_visibility(tokens, at + 2) {
            at = closing(tokens, at + 1) + 1;
            continue;
        }
        if depth == 0 {
            if token.is("mod") {
                at = module(tokens, at, &mut found);
                continue;
            }
            if token.is("#") {
                let end = end_of_attribute(tokens, at);
                references(&tokens[at..end], &mut found);
                at = end;
                continue;
            }
            item(tokens, at, &mut found);
        }
        if token.opens() {
            depth += 1;
        } else if token.closes() {
            depth = depth.saturating_sub(1);
        }
        at = reference(tokens, at, &mut found);
    }
    found
}

/// `pub (crate)` limits visibility; `pub (A, B)` is the field of a tuple struct.
fn is_visibility(tokens: &[Token<'_>], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| ["crate", "super", "self", "in"].iter().any(|word| token.is(word)))
}

fn end_of_attribute(tokens: &[Token<'_>], at: usize) -> usize {
    let open = if tokens.get(at + 1).is_some_and(|token| token.is("!")) { at + 2 } else { at + 1 };
    (closing(tokens, open) + 1).min(tokens.len())
}

/// Records a `use` declaration and returns the index after it.
fn import(tokens: &[Token<'_>], at: usize, found: &mut Scan) -> usize {
    let end = tokens[at..].iter().position(|token| token.is(";")).map_or(tokens.len(), |length| at + length);
    // `use ::url::Url` is from another crate, also when a module here is called `url`.
    if tokens.get(at + 1).is_some_and(|token| token.is("::")) {
        return end + 1;
    }
    let public = at > 0 && (tokens[at - 1].is("pub") || tokens[at - 1].is(")"));
    for leaf in use_tree::leaves(&tokens[at + 1..end]) {
        found.imports.push(Import { path: leaf.path, name: leaf.name, public, line: leaf.line });
    }
    end + 1
}

/// Records a declaration of a module and returns the index after it.
fn module(tokens: &[Token<'_>], at: usize, found: &mut Scan) -> usize {
    let Some(name) = tokens.get(at + 1).filter(|token| token.kind == Kind::Word) else { return at + 1 };
    let name = name.text.to_owned();
    if tokens.get(at + 2).is_some_and(|token| token.is("{")) {
        let end = closing(tokens, at + 2);
        found.inline.push((name, scan(&tokens[at + 3..end])));
        return end + 1;
    }
    found.declared.push(Declared { name, path: path_attribute(&tokens[..at]) });
    at + 2
}

/// The file in `#[path = "…"]`, when that is the attribute before a declaration.
fn path_attribute(before: &[Token<'_>]) -> Option<String> {
    let before = match before {
        [before @ .., visibility] if visibility.is("pub") => before,
        _ => before,
    };
    match before {
        [.., open, path, equals, value, close]
            if open.is("[") && path.is("path") && equals.is("=") && close.is("]") =>
        {
            Some(value.text.trim_matches('"').to_owned())
        }
        _ => None,
    }
}

/// Records what is defined at this token, if anything is.
fn item(tokens: &[Token<'_>], at: usize, found: &mut Scan) {
    let token = tokens[at];
    let follows = |text: &str| tokens.get(at + 1).is_some_and(|next| next.is(text));
    if token.is("impl") || (token.kind == Kind::Word && follows("!")) {
        found.has_code = true;
    }
    let name = if token.is("macro_rules") && follows("!") {
        tokens.get(at + 2)
    } else if ITEM_KEYWORDS.iter().any(|keyword| token.is(keyword)) {
        tokens[at + 1..].iter().find(|next| !MODIFIERS.iter().any(|modifier| next.is(modifier)))
    } else {
        None
    };
    if let Some(name) = name.filter(|name| name.kind == Kind::Word) {
        found.has_code = true;
        found.items.insert(name.text.to_owned());
    }
}

fn references(tokens: &[Token<'_>], found: &mut Scan) {
    let mut at = 0;
    while at < tokens.len() {
        at = reference(tokens, at, found);
    }
}

/// Records the path that starts at this token, if one does, and returns the index after it.
fn reference(tokens: &[Token<'_>], at: usize, found: &mut Scan) -> usize {
    let token = tokens[at];
    if token.kind != Kind::Word {
        return at + 1;
    }
    found.words.insert(token.text.to_owned());
    let continues = at > 0 && (tokens[at - 1].is("::") || tokens[at - 1].is("."));
    let mut path = vec![token.text.to_owned()];
    let mut end = at + 1;
    while let [colons, name, ..] = &tokens[end..]
        && colons.is("::")
        && name.kind == Kind::Word
    {
        path.push(name.text.to_owned());
        found.words.insert(name.text.to_owned());
        end += 2;
    }
    if path.len() > 1 && !continues {
        found.references.push(Reference { path, line: token.line });
    } else if !continues {
        found.lone_words.insert(token.text.to_owned());
    }
    end
}

#[cfg(test)]
mod tests {
    use super::super::lexer::tokenize;
    use super::*;

    fn scanned(source: &str) -> Scan {
        scan(&tokenize(source))
    }

    fn paths(source: &str) -> Vec<String> {
        scanned(source).references.iter().map(|reference| reference.path.join("::")).collect()
    }

    #[test]
    fn a_facade_has_no_code() {
        let facade = scanned("//! Docs.\n#![warn(x)]\nmod a;\npub mod b;\npub(crate) use a::C;\nuse b::D;");
        assert!(!facade.has_code);
        assert_eq!(facade.declared.len(), 2);
        assert_eq!(facade.imports.iter().map(|import| import.public).collect::<Vec<_>>(), [true, false]);
    }

    #[test]
    fn items_are_found_at_the_top_only() {
        let found = scanned(
            "pub struct A { b: C } pub(crate) const fn d() { fn hidden() {} } macro_rules! e { () => {} } \
             static mut F: u8 = 0; impl A { const G: u8 = 1; }",
        );
        assert_eq!(found.items.into_iter().collect::<Vec<_>>(), ["A", "F", "d", "e"]);
    }

    #[test]
    fn paths_in_code_types_macros_and_attributes_are_references() {
        let source = "#[serde(with = \"x\", default = a::b)] struct S(Vec<super::c::D>); \
                      fn f() -> crate::e::F { g!(h::i); x.collect::<j::K>(); ::std::drop(1); L::m() }";
        assert_eq!(paths(source), ["a::b", "super::c::D", "crate::e::F", "h::i", "j::K", "L::m"]);
    }

    #[test]
    fn a_visibility_is_no_reference() {
        assert!(paths("pub(in crate::a) fn f() {} pub(super) struct B(pub(crate) u8);").is_empty());
    }

    #[test]
    fn imports_from_other_crates_by_their_global_path_are_left_out() {
        assert!(scanned("mod url; use ::url::Url;").imports.is_empty());
    }

    #[test]
    fn captured_lifetimes_are_no_import() {
        let found = scanned("fn f<'a>() -> impl Sized + use<'a> { 1 } use a::b;");
        assert_eq!(found.imports.len(), 1);
    }

    #[test]
    fn the_path_of_a_module_may_be_given() {
        let found = scanned("#[path = \"other.rs\"] pub mod a; mod b { struct C; }");
        assert_eq!(found.declared[0].path.as_deref(), Some("other.rs"));
        assert!(found.inline[0].1.items.contains("C"));
    }
}
