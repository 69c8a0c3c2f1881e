//! Packages come from crates.io only, those for tests included.

use crate::{SourceFile, Violation};

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Takes `Cargo.lock`.
pub fn check(lock: &SourceFile) -> Vec<Violation> {
    let numbered = (1..).zip(lock.text.lines());
    let sources =
        numbered.filter_map(|(number, line)| Some((number, line.strip_prefix("source = ")?.trim_matches('"'))));
    let foreign = sources.filter(|(_, source)| *source != CRATES_IO);
    foreign.map(|(number, source)| Violation::at(&lock.path, number, message(source))).collect()
}

fn message(source: &str) -> String {
    format!("a package comes from {source}. Use a release from crates.io.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_packages_from_git() {
        let text =
            format!("[[package]]\nsource = \"{CRATES_IO}\"\n\n[[package]]\nsource = \"git+https://example.org/a\"\n");
        let found: Vec<String> = check(&SourceFile::new("Cargo.lock", &text)).iter().map(ToString::to_string).collect();
        assert_eq!(
            found,
            ["Cargo.lock:5: a package comes from git+https://example.org/a. Use a release from crates.io."]
        );
    }
}
