//! `stormwire facilities import`: all of a file or nothing of it.

use super::ConfigOptions;
use anyhow::Result;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::facilities::{Places, Progress, Source, import};
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Add the facilities of a CSV file (name and x,y or lat,lng) or of a GeoJSON file of Points.
    Import {
        /// The file; GeoJSON when its name ends in .geojson or .json, else CSV.
        file: PathBuf,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Import { file, config } = action;
    let config = config.load()?;
    let store = super::store(&config).await?;
    let places = Arc::new(Places::new(config.city.crs, config.city.bounds));
    let (clock, _) = super::world();
    let bar = ProgressBar::no_length();
    let done = import(&store, clock.as_ref(), Source::new(&file, places), Actor::command_line(), shown(&bar)).await;
    bar.finish_and_clear();
    store.close().await;
    super::print(&format!("{} facilities were imported\n", done?.facilities))
}

/// On a terminal a bar; elsewhere nothing.
fn shown(bar: &ProgressBar) -> Progress {
    let style = |text| ProgressStyle::with_template(text).unwrap_or_else(|_| ProgressStyle::default_bar());
    bar.set_style(style("checking  {pos} lines"));
    let bar = bar.clone();
    let writing = style("writing   [{bar:40}] {pos}/{len}");
    Arc::new(move |done, total| {
        if let Some(total) = total.filter(|_| bar.length().is_none()) {
            bar.set_length(total);
            bar.set_style(writing.clone());
        }
        bar.set_position(done);
    })
}
