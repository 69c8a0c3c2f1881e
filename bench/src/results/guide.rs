//! The section of the guide's page about growth with all measured curves.

use super::curve::{Curve, CurveLine};
use super::number::{number, short};
use super::section::{Results, Section};
use std::fmt::Write;

/// The folder of the charts, next to the page.
pub(super) const CHARTS: &str = "charts";

const HEAD: &str = "## How it scales

`make bench` draws these charts and writes these tables from what it measured. A dotted line across a chart is the aim. Measure on
your machine before you rely on a number.
";

/// Empty if nothing was measured.
pub(super) fn guide_section(results: &Results) -> String {
    let curves: Vec<String> = drawable(results).map(|(section, curve)| subsection(section, curve)).collect();
    if curves.is_empty() { String::new() } else { format!("{HEAD}{}", curves.concat()) }
}

pub(super) fn drawable(results: &Results) -> impl Iterator<Item = (&Section, &Curve)> {
    let all = results.sections.iter().flat_map(|section| section.curves.iter().map(move |curve| (section, curve)));
    all.filter(|(_, curve)| curve.is_drawable())
}

fn subsection(section: &Section, curve: &Curve) -> String {
    let Curve { file, title, load, result, .. } = curve;
    let names: Vec<&str> = curve.lines.iter().map(|line| line.name.as_str()).collect();
    let mut text = format!(
        "\n### {title}\n\n![{}]({CHARTS}/{file}.svg)\n\n{result}:\n\n| {load} | {} |\n|---|{}\n",
        curve.description(),
        names.join(" | "),
        "---|".repeat(names.len()),
    );
    for load in curve.loads() {
        let cells: Vec<String> = curve.lines.iter().map(|line| cell(curve, line, load)).collect();
        // Writing to a String cannot fail.
        let _ = writeln!(text, "| {} | {} |", short(load), cells.join(" | "));
    }
    let _ = writeln!(text, "\n{}", section.origin());
    text
}

fn cell(curve: &Curve, line: &CurveLine, load: f64) -> String {
    let point = line.points.iter().find(|[at, _]| at.total_cmp(&load).is_eq());
    point.map_or_else(|| "–".to_owned(), |[_, result]| curve.unit.label(&number(*result)))
}

#[cfg(test)]
mod tests {
    use super::super::curve::sample;
    use super::*;

    #[test]
    fn section_has_chart_text_alternative_and_numbers() {
        let section = Section {
            group: "latency".into(),
            title: "Latency".into(),
            run: None,
            rows: Vec::new(),
            notes: Vec::new(),
            curves: vec![sample()],
        };
        let text = guide_section(&Results { sections: vec![section] });
        for part in [
            "\n### Strikes and time until visible\n\n![Line chart, time until visible by strikes in the window: SQLite 250 ms",
            "](charts/visible.svg)\n\nTime until visible:\n\n| Strikes in the window | SQLite | PostgreSQL |\n|---|---|---|\n",
            "\n| 600 | 250 ms | 250 ms |\n| 400,000 | – | 700 ms |\n| 2,000,000 | 980 ms | 3,900 ms |\n",
            "\n`target/release/bench latency`. ",
        ] {
            assert!(text.contains(part), "{part} not in {text}");
        }
        assert_eq!(guide_section(&Results::default()), "");
    }
}
