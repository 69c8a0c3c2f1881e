//! `stormwire facilities import`: imports all facilities of a file or none.

use super::config_options::ConfigOptions;
use crate::deps::open_store;
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::facilities::{CityMap, FacilityFile, ImportedFacilities, Progress, import};
use stormwire_clock::SystemClock;
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Import facilities from CSV (name and x,y or lat,lng) or GeoJSON points
    Import {
        /// GeoJSON if the name ends in .geojson or .json, otherwise CSV
        file: PathBuf,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Import { file, config } = action;
    let config = config.load()?;
    let store = open_store(&config).await?;
    let places = Arc::new(CityMap::new(config.city.crs, config.city.bounds));
    let bar = ProgressBar::no_length();
    let imported =
        import(&store, &SystemClock, FacilityFile::new(&file, places), Actor::command_line(), progress_callback(&bar))
            .await;
    bar.finish_and_clear();
    store.close().await;
    let ImportedFacilities { facilities, updated, unchanged } = imported?;
    let count = format_count(facilities, ["facility", "facilities"]);
    if updated + unchanged == 0 {
        return print(&format!("Imported {count}\n"));
    }
    let new = facilities - updated - unchanged;
    print(&format!("Imported {count}: {new} new, {updated} moved, {unchanged} unchanged\n"))
}

/// Shows a progress bar, on terminals only.
fn progress_callback(bar: &ProgressBar) -> Progress {
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
