//! Sections of the results, each measured in one run.

use super::curve::Curve;
use super::row::Row;
use super::run::Run;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

/// All that `bench/results.json` contains.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Results {
    pub sections: Vec<Section>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// The argument of `bench` that measures it.
    pub group: String,
    pub title: String,
    /// Absent if it was measured before runs were recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<Run>,
    #[serde(default)]
    pub rows: Vec<Row>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Curve>,
}

impl Results {
    /// Replaces all sections of a group. Sections are in the order of `groups`.
    pub(super) fn replace(&mut self, group: &str, sections: Vec<Section>, groups: &[&str]) -> Result<()> {
        for row in sections.iter().flat_map(|section| &section.rows) {
            // JSON has no such numbers, and what is not a number was not measured.
            ensure!(row.value.is_finite(), "{group}: {} is not a number", row.name);
        }
        self.sections.retain(|section| section.group != group);
        self.sections.extend(sections);
        let position = |section: &Section| groups.iter().position(|group| *group == section.group);
        self.sections.sort_by_key(|section| position(section).unwrap_or(groups.len()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Aim, Measured};
    use super::*;

    const GROUPS: [&str; 3] = ["claims", "merge", "portal"];

    fn section(group: &str, title: &str) -> Section {
        let rows = vec![Row::per_second("SQLite", 1.0)];
        Section { group: group.into(), title: title.into(), run: None, rows, notes: Vec::new(), curves: Vec::new() }
    }

    #[test]
    fn a_group_replaces_its_sections_in_order() {
        let sections = vec![section("claims", "A"), section("claims", "B"), section("portal", "C")];
        let mut results = Results { sections };
        results.replace("merge", vec![section("merge", "D")], &GROUPS).unwrap();
        results.replace("claims", vec![section("claims", "E")], &GROUPS).unwrap();
        let titles: Vec<&str> = results.sections.iter().map(|section| section.title.as_str()).collect();
        assert_eq!(titles, ["E", "D", "C"]);
    }

    #[test]
    fn rejects_values_that_are_not_numbers() {
        let mut results = Results { sections: vec![section("merge", "before")] };
        let mut bad = section("merge", "after");
        bad.rows[0].value = f64::NAN;
        assert!(results.replace("merge", vec![bad], &GROUPS).is_err());
        assert_eq!(results.sections[0].title, "before");
    }

    #[test]
    fn results_are_the_same_after_storing_them() {
        let mut stored = section("merge", "A");
        stored.rows[0] =
            Row::milliseconds("x", Measured::rounds(&[1.0, 2.0])).against("y", 3.0).aim(Aim::RatioAtLeast(1.5));
        let results = Results { sections: vec![stored] };
        let text = serde_json::to_string(&results).unwrap();
        assert_eq!(serde_json::from_str::<Results>(&text).unwrap(), results);
    }
}
