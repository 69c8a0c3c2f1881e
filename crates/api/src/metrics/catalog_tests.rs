//! The catalog against the source, the guide, the dashboard and the alert rules.

use super::{METRICS, MetricKind};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Names of metrics in a text, as Prometheus spells them.
fn names_in(text: &str) -> BTreeSet<&str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    words.filter(|word| is_metric_name(word)).collect()
}

fn is_metric_name(word: &str) -> bool {
    // A role of the database. Names of packages have digits.
    let is_other = word == "stormwire_workflow" || word.contains(|c: char| c.is_ascii_digit());
    (word.starts_with("stormwire_") || word.starts_with("process_")) && !is_other
}

/// The series of all metrics: a histogram has three.
fn series() -> BTreeSet<String> {
    let of_metric = |metric: &super::Metric| match metric.kind {
        MetricKind::Histogram(_) => {
            ["_bucket", "_sum", "_count"].iter().map(|end| format!("{}{end}", metric.name)).collect()
        }
        _ => vec![metric.name.to_owned()],
    };
    METRICS.iter().flat_map(of_metric).collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            rust_files(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            found.push(entry);
        }
    }
}

/// The names in `counter!("…"` and the like, and in `write_metric(…, "…"`.
fn recorded_names() -> BTreeSet<String> {
    let mut files = Vec::new();
    for entry in fs::read_dir(repository().join("crates")).unwrap() {
        rust_files(&entry.unwrap().path().join("src"), &mut files);
    }
    let mut names = BTreeSet::new();
    for text in files.iter().map(|file| fs::read_to_string(file).unwrap()) {
        for start in ["counter!(", "gauge!(", "histogram!(", "write_metric(&mut text,", "write_metric(text,"] {
            for after in text.split(start).skip(1) {
                let name = after.trim_start().strip_prefix('"').and_then(|rest| rest.split('"').next());
                names.extend(name.map(str::to_owned).filter(|name| is_metric_name(name)));
            }
        }
    }
    names
}

#[test]
fn catalog_has_exactly_the_metrics_that_are_recorded() {
    let catalog: BTreeSet<String> = METRICS.iter().map(|metric| metric.name.to_owned()).collect();
    assert_eq!(catalog.len(), METRICS.len(), "a name is in the catalog twice");
    assert_eq!(recorded_names(), catalog);
}

#[test]
fn names_follow_the_conventions_of_prometheus() {
    for metric in METRICS {
        let is_counter = matches!(metric.kind, MetricKind::Counter);
        assert_eq!(metric.name.ends_with("_total"), is_counter, "{}", metric.name);
        let is_time = matches!(metric.kind, MetricKind::Histogram(_));
        assert!(!is_time || metric.name.ends_with("_seconds"), "{}", metric.name);
        assert!(metric.help.ends_with('.') && !metric.help.contains('\n'), "{}", metric.help);
    }
}

#[test]
fn guide_lists_every_metric_with_its_type() {
    let page = read("docs/guide/reference/metrics.md");
    for metric in METRICS {
        let row = format!("| `{}` | {} |", metric.name, metric.kind.name());
        assert!(page.contains(&row), "the page has no row that starts with {row}");
    }
    let catalog: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    let series = series();
    for file in ["docs/guide/reference/metrics.md", "docs/guide/operate.md", "docs/guide/monitor.md"] {
        let text = read(file);
        let unknown: Vec<&str> =
            names_in(&text).into_iter().filter(|name| !catalog.contains(name) && !series.contains(*name)).collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}");
    }
}

#[test]
fn dashboard_and_alert_rules_use_series_that_exist() {
    let series = series();
    for file in ["packaging/monitoring/alerts.yml", "packaging/monitoring/dashboard.json"] {
        let text = read(file);
        let names = names_in(&text);
        assert!(!names.is_empty(), "{file} names no metric");
        let unknown: Vec<&&str> = names.iter().filter(|name| !series.contains(**name)).collect();
        assert!(unknown.is_empty(), "{file} names {unknown:?}");
    }
    let dashboard: serde_json::Value = serde_json::from_str(&read("packaging/monitoring/dashboard.json")).unwrap();
    assert!(dashboard["panels"].as_array().is_some_and(|panels| panels.len() > 5));
}
