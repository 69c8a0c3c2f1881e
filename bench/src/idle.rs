//! What open pages cost while nothing happens. The script starts a service with 1,000 facilities of its own.

use crate::pages::run_script;
use anyhow::{Result, ensure};
use serde::Deserialize;
use stormwire_bench::results::{Aim, Measured, Row, Table, Unit};

const AIM: Aim = Aim::AtMost(3.0);

/// Percent of one core that a page uses, of each round.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PageLoad {
    name: String,
    all: Vec<f64>,
    scripts: Vec<f64>,
    styles: Vec<f64>,
    layout: Vec<f64>,
}

pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let pages: Vec<PageLoad> = run_script(&["idle-cpu.mjs", "--json"])?;
    ensure!(!pages.is_empty(), "the browser reported no page");
    table.section("Idle CPU of open pages in Chromium, 1,000 facilities, most with a countdown, percent of one core");
    for page in &pages {
        table.add(Row::new(page.name.as_str(), Unit::Percent, Measured::rounds(&page.all)).aim(AIM));
    }
    let median = |values: &[f64]| Measured::rounds(values).value;
    for page in &pages {
        table.note(&format!(
            "{}: scripts {:.2} %, styles {:.2} %, layout {:.2} %.",
            page.name,
            median(&page.scripts),
            median(&page.styles),
            median(&page.layout)
        ));
    }
    Ok(())
}
