use std::collections::BTreeSet;

/// A package from elsewhere that the workspace builds outside of tests.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// An SPDX expression; empty when the package does not say.
    pub license: String,
}

/// Reads the output of `cargo tree --prefix none --format '{p}<tab>{l}'`.
///
/// `cargo metadata` would also list optional packages that no feature enables.
pub fn built(tree: &str) -> BTreeSet<Package> {
    tree.lines().filter_map(read_line).collect()
}

/// `name v1.0.0 (proc-macro)<tab>license (*)`. The star marks what was listed before.
fn read_line(line: &str) -> Option<Package> {
    let (package, license) = line.split_once('\t')?;
    let mut words = package.split(' ');
    let name = words.next()?.to_owned();
    let version = words.next()?.strip_prefix('v')?.to_owned();
    // Our own crates show the folder they are in.
    let is_ours = words.any(|word| word.starts_with("(/"));
    let license = license.trim_end_matches(" (*)").to_owned();
    (!is_ours).then_some(Package { name, version, license })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_cargo_tree_prints() {
        let tree = "stormwire v0.1.0 (/project/crates/server)\tMIT\nserde_derive v1.0.1 (proc-macro)\tMIT OR Apache-2.0\n\
                    serde_derive v1.0.1 (proc-macro)\tMIT OR Apache-2.0 (*)\n\nodd v2.0.0\t\n";
        let found: Vec<String> = built(tree).iter().map(|package| format!("{package:?}")).collect();
        assert_eq!(
            found,
            [
                r#"Package { name: "odd", version: "2.0.0", license: "" }"#,
                r#"Package { name: "serde_derive", version: "1.0.1", license: "MIT OR Apache-2.0" }"#,
            ]
        );
    }
}
