//! Crates depend on each other in one direction. Dependencies of tests are exempt, as they are for Cargo.

use serde_json::Value;

use crate::Violation;
use crate::circles::{self, Graph};

/// Takes the output of `cargo metadata --no-deps`.
pub fn check(metadata: &Value) -> Vec<Violation> {
    circles::find(&graph(metadata)).iter().map(violation).collect()
}

fn violation(circle: &circles::Circle) -> Violation {
    let message = format!(
        "crates depend on each other in a circle: {}{}. Move what both need into a crate that depends on neither.",
        circle.arrows(),
        circle.others()
    );
    Violation::of("Cargo.toml", message)
}

/// The crates of this repository, which are the packages without a source.
fn graph(metadata: &Value) -> Graph {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let local = packages.iter().filter(|package| package["source"].is_null());
    local.map(|package| (text(&package["name"]), dependencies(package).collect())).collect()
}

fn dependencies(package: &Value) -> impl Iterator<Item = String> {
    let all = package["dependencies"].as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter()
        .filter(|dependency| dependency["kind"] != "dev" && dependency["source"].is_null())
        .map(|dependency| text(&dependency["name"]))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn package(name: &str, needs: &str, kind: &Value) -> Value {
        json!({ "name": name, "source": null, "dependencies": [{ "name": needs, "source": null, "kind": kind }] })
    }

    #[test]
    fn rejects_crates_that_depend_on_each_other() {
        let metadata = json!({ "packages": [package("a", "b", &Value::Null), package("b", "a", &json!("build"))] });
        let found = check(&metadata);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.contains("a → b → a"), "{}", found[0]);
    }

    #[test]
    fn dependencies_of_tests_may_point_back() {
        let metadata = json!({ "packages": [package("a", "b", &Value::Null), package("b", "a", &json!("dev"))] });
        assert_eq!(check(&metadata), []);
    }
}
