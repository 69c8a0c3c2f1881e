//! Packages come from crates.io only.

use super::Package;
use crate::Violation;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

pub fn check(packages: &[Package]) -> Vec<Violation> {
    let foreign = packages.iter().filter(|package| package.source != CRATES_IO);
    foreign.map(|package| Violation::of("Cargo.lock", message(package))).collect()
}

fn message(package: &Package) -> String {
    format!("{} {} comes from {}. Use a release from crates.io.", package.name, package.version, package.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_packages_from_git() {
        let package = |source: &str| Package {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            license: None,
            source: source.to_owned(),
        };
        let found = check(&[package(CRATES_IO), package("git+https://example.org/a")]);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("a 1.0.0 comes from git+https://example.org/a"), "{}", found[0]);
    }
}
