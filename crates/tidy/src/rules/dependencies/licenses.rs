//! Every package may be used under a license that `deny.toml` allows.

use std::collections::BTreeSet;

use super::{POLICY, Package, Policy};
use crate::Violation;

pub fn check(packages: &BTreeSet<Package>, policy: &Policy) -> Vec<Violation> {
    packages.iter().filter_map(|package| violation(package, policy)).collect()
}

fn violation(package: &Package, policy: &Policy) -> Option<Violation> {
    let license = package.license.as_str();
    if is_allowed(license, &policy.licenses) {
        return None;
    }
    let message = format!(
        "{} {} has the license `{license}`, which {POLICY} does not allow. Use another package, or decide that the \
         license is fine and add it to `licenses.allow`.",
        package.name, package.version
    );
    Some(Violation::of("Cargo.lock", message))
}

/// Whether an SPDX expression can be fulfilled with the allowed licenses. `/` is an old way to write `OR`.
fn is_allowed(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut parser = Parser { words: &words, allowed };
    let result = parser.any();
    result && parser.words.is_empty()
}

struct Parser<'a> {
    words: &'a [&'a str],
    allowed: &'a BTreeSet<String>,
}

impl Parser<'_> {
    /// `a OR b`, which binds weaker than `AND`.
    fn any(&mut self) -> bool {
        let mut result = self.all();
        while self.take("OR") {
            result |= self.all();
        }
        result
    }

    fn all(&mut self) -> bool {
        let mut result = self.one();
        while self.take("AND") {
            result &= self.one();
        }
        result
    }

    /// A group or a license with its exception, which counts as a license of its own.
    fn one(&mut self) -> bool {
        if self.take("(") {
            let result = self.any();
            return self.take(")") && result;
        }
        let Some((name, rest)) = self.words.split_first() else { return false };
        self.words = rest;
        if self.take("WITH") {
            let Some((exception, rest)) = self.words.split_first() else { return false };
            self.words = rest;
            return self.allowed.contains(&format!("{name} WITH {exception}"));
        }
        self.allowed.contains(*name)
    }

    fn take(&mut self, word: &str) -> bool {
        match self.words.split_first() {
            Some((first, rest)) if *first == word => {
                self.words = rest;
                true
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_spdx_says() {
        let allowed: BTreeSet<String> = ["MIT", "ISC"].map(str::to_owned).into();
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("GPL-3.0 OR MIT", true),
            ("MIT/GPL-3.0", true),
            ("MIT AND GPL-3.0", false),
            ("(GPL-3.0 OR MIT) AND ISC", true),
            ("GPL-3.0 OR MIT AND Zlib", false),
            ("MIT WITH LLVM-exception", false),
            ("MIT WITH LLVM-exception OR ISC", true),
            ("", false),
            ("(MIT", false),
            ("MIT ISC", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
        }
    }

    #[test]
    fn rejects_licenses_that_are_not_allowed_and_packages_without_one() {
        let package = |name: &str, license: &str| Package {
            name: name.to_owned(),
            version: "1.0.0".to_owned(),
            license: license.to_owned(),
        };
        let policy = Policy { licenses: ["MIT".to_owned()].into(), ..Policy::default() };
        let found = check(&[package("a", "MIT"), package("b", "AGPL-3.0"), package("c", "")].into(), &policy);
        assert_eq!(found.len(), 2);
        assert!(found[0].message.starts_with("b 1.0.0 has the license `AGPL-3.0`"), "{}", found[0]);
    }
}
