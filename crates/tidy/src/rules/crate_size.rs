//! A crate has at most 12,000 production lines, so that it compiles in parallel with others and fits in a head.
//!
//! A production line is a line of `src` that is not blank and not code for tests. Comments count: they are read, too.
//! Code for tests is what `#[cfg(test)]` marks, and the files that only such a `mod` declares (`tests.rs`). The
//! binaries in `src/bin` and `main.rs` belong to their crate.

use std::collections::{BTreeMap, BTreeSet};

use crate::rust::{crate_trees, test_lines, tokenize};
use crate::{SourceFile, Violation};

pub const MAX_LINES: usize = 12_000;

/// Takes all Rust files of the workspace.
pub fn check(files: &[SourceFile]) -> Vec<Violation> {
    let sizes = production_lines(files).into_iter();
    sizes.filter(|(_, lines)| *lines > MAX_LINES).map(|(folder, lines)| violation(&folder, lines)).collect()
}

fn violation(folder: &str, lines: usize) -> Violation {
    let message = format!(
        "{lines} production lines, at most {MAX_LINES} are allowed. Move a part with few ties into a crate of its own."
    );
    Violation::of(folder, message)
}

/// The production lines of each crate, by its folder.
pub fn production_lines(files: &[SourceFile]) -> BTreeMap<String, usize> {
    let texts: BTreeMap<&str, &str> = files.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    let mut sources: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for tree in crate_trees(files) {
        sources.entry(tree.folder).or_default().extend(tree.modules.into_iter().map(|module| module.file));
    }
    let total = |sources: BTreeSet<String>| sources.iter().map(|path| count(texts[path.as_str()])).sum();
    sources.into_iter().map(|(folder, sources)| (folder, total(sources))).collect()
}

/// The production lines of one file.
fn count(text: &str) -> usize {
    let for_tests = test_lines(&tokenize(text));
    let numbered = (1..).zip(text.lines());
    numbered.filter(|(number, line)| !line.trim().is_empty() && !for_tests.contains(number)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_code_and_comments_but_no_blanks_or_tests() {
        let production = "//! Docs.\n\nfn a() {\n    // why\n    b();\n}\n\n";
        assert_eq!(count(production), 5);
        assert_eq!(count(&format!("{production}#[cfg(test)]\nmod tests {{\n    fn c() {{}}\n}}\nfn d() {{}}\n")), 6);
    }

    #[test]
    fn rejects_a_crate_over_the_limit() {
        let half = "f();\n".repeat(MAX_LINES / 2);
        let files = [
            SourceFile::new("crates/big/src/lib.rs", "mod a; mod b;\n#[cfg(test)] mod tests;"),
            SourceFile::new("crates/big/src/a.rs", &half),
            SourceFile::new("crates/big/src/b.rs", &half),
            SourceFile::new("crates/big/src/tests.rs", &half),
            SourceFile::new("crates/small/src/lib.rs", "#[cfg(test)] mod tests;"),
            SourceFile::new("crates/small/src/tests.rs", &half.repeat(3)),
        ];
        let found: Vec<String> = check(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("crates/big: 12001 production lines"), "{}", found[0]);
    }
}
