//! Two versions of a package cost build time and size. Those that we live with are in the skip list with a reason.

use std::collections::{BTreeMap, BTreeSet};

use super::{POLICY, Package, Policy};
use crate::Violation;

pub fn check(packages: &BTreeSet<Package>, policy: &Policy) -> Vec<Violation> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for package in packages {
        versions.entry(&package.name).or_default().insert(&package.version);
    }
    let mut found: Vec<Violation> =
        versions.iter().filter_map(|(name, versions)| duplicate(name, versions, policy)).collect();
    found.extend(policy.skipped.iter().filter(|spec| !is_needed(spec, &versions)).map(|spec| unneeded(spec)));
    found.extend(policy.without_reason.iter().map(|entry| without_reason(entry)));
    found
}

fn duplicate(name: &str, versions: &BTreeSet<&str>, policy: &Policy) -> Option<Violation> {
    let counted: Vec<&str> =
        versions.iter().copied().filter(|version| !policy.skipped.contains(&format!("{name}@{version}"))).collect();
    (counted.len() > 1).then(|| {
        let message = format!(
            "{name} is there in several versions: {}. See who needs them with `cargo tree -i {name}@VERSION` and bring \
             them together, or add the older one to the skip list of {POLICY} with the reason.",
            counted.join(", ")
        );
        Violation::of("Cargo.lock", message)
    })
}

fn is_needed(spec: &str, versions: &BTreeMap<&str, BTreeSet<&str>>) -> bool {
    let Some((name, version)) = spec.split_once('@') else { return false };
    versions.get(name).is_some_and(|versions| versions.len() > 1 && versions.contains(version))
}

fn unneeded(spec: &str) -> Violation {
    Violation::of(
        POLICY,
        format!("the skip list names {spec}, which is not (or no longer) a duplicate. Remove the entry."),
    )
}

fn without_reason(entry: &str) -> Violation {
    Violation::of(POLICY, format!("the skip list gives no reason for {entry} Add `reason = \"…\"`."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packages() -> BTreeSet<Package> {
        ["rand 0.9.0", "rand 0.10.1", "serde 1.0.0"]
            .iter()
            .filter_map(|text| text.split_once(' '))
            .map(|(name, version)| Package {
                name: name.to_owned(),
                version: version.to_owned(),
                license: String::new(),
            })
            .collect()
    }

    fn skipping(specs: &[&str]) -> Policy {
        Policy { skipped: specs.iter().map(|&spec| spec.to_owned()).collect(), ..Policy::default() }
    }

    #[test]
    fn rejects_two_versions() {
        let found = check(&packages(), &Policy::default());
        assert_eq!(found.len(), 1);
        assert!(found[0].message.starts_with("rand is there in several versions: 0.10.1, 0.9.0"), "{}", found[0]);
    }

    #[test]
    fn accepts_what_the_policy_skips() {
        assert_eq!(check(&packages(), &skipping(&["rand@0.9.0"])), []);
    }

    #[test]
    fn rejects_entries_that_nothing_needs() {
        for spec in ["serde@1.0.0", "rand@0.8.0", "gone@1.0.0", "rand"] {
            let found = check(&packages(), &skipping(&["rand@0.9.0", spec]));
            assert!(
                found[0].message.contains(&format!("names {spec}, which is not (or no longer) a duplicate")),
                "{}",
                found[0]
            );
        }
    }

    #[test]
    fn rejects_entries_without_a_reason() {
        let policy =
            Policy { without_reason: vec!["{ crate = \"rand@0.9.0\" },".to_owned()], ..skipping(&["rand@0.9.0"]) };
        assert_eq!(check(&packages(), &policy).len(), 1);
    }
}
