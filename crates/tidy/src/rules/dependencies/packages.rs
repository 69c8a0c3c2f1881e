use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// A package from elsewhere that the workspace needs outside of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    pub name: String,
    pub version: String,
    /// An SPDX expression.
    pub license: Option<String>,
    /// The registry or repository it comes from.
    pub source: String,
}

/// Reads the output of `cargo metadata`.
pub fn shipped(metadata: &Value) -> Vec<Package> {
    let needed = needed(metadata);
    let packages = list(&metadata["packages"]).iter();
    packages
        .filter(|package| package["id"].as_str().is_some_and(|id| needed.contains(id)))
        .filter_map(|package| {
            Some(Package {
                name: package["name"].as_str()?.to_owned(),
                version: package["version"].as_str()?.to_owned(),
                license: package["license"].as_str().map(str::to_owned),
                source: package["source"].as_str()?.to_owned(),
            })
        })
        .collect()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The ids that are reached from the members of the workspace without a dependency of tests.
fn needed(metadata: &Value) -> BTreeSet<&str> {
    let nodes = list(&metadata["resolve"]["nodes"]).iter();
    let nodes: BTreeMap<&str, &Value> = nodes.filter_map(|node| Some((node["id"].as_str()?, node))).collect();
    let mut open: Vec<&str> = list(&metadata["workspace_members"]).iter().filter_map(Value::as_str).collect();
    let mut found: BTreeSet<&str> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        let dependencies = nodes.get(id).map(|node| list(&node["deps"])).unwrap_or_default();
        let shipped = dependencies
            .iter()
            .filter(|dependency| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev"));
        open.extend(shipped.filter_map(|dependency| dependency["pkg"].as_str()).filter(|id| found.insert(id)));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn dependencies_of_tests_are_left_out() {
        let package = |name: &str| {
            let source = if name == "ours" { Value::Null } else { json!("registry") };
            json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT", "source": source })
        };
        let metadata = json!({
            "workspace_members": ["ours"],
            "packages": [package("ours"), package("a"), package("b"), package("c")],
            "resolve": { "nodes": [
                { "id": "ours", "deps": [
                    { "pkg": "a", "dep_kinds": [{ "kind": "dev" }, { "kind": null }] },
                    { "pkg": "b", "dep_kinds": [{ "kind": "dev" }] },
                ] },
                { "id": "a", "deps": [{ "pkg": "c", "dep_kinds": [{ "kind": "build" }] }] },
            ] },
        });
        let names: Vec<String> = shipped(&metadata).into_iter().map(|package| package.name).collect();
        assert_eq!(names, ["a", "c"]);
    }
}
