//! `stormwire facilities import`: imports all facilities of a file or none, or shows what would change.

use super::config_options::ConfigOptions;
use super::dry_run::CommandStore;
use crate::command_database::city_map;
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::facilities::{FacilityFile, ImportedFacilities, PlannedRow, Progress, RowChange, import, preview};
use stormwire_clock::SystemClock;
use stormwire_store::Store;
use stormwire_store::tables::audit::Actor;

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Import facilities from CSV (name and x,y or lat,lng) or GeoJSON points
    Import {
        /// GeoJSON if the name ends in .geojson or .json, otherwise CSV
        file: PathBuf,
        /// Show what would be added, updated and rejected, and change nothing
        #[arg(long)]
        dry_run: bool,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

pub(super) async fn run(action: Action) -> Result<()> {
    let Action::Import { file, dry_run, config } = action;
    let config = config.load()?;
    let opened = CommandStore::open(&config, dry_run).await?;
    let store = &opened.store;
    let places = city_map(&config, store).await?;
    let source = FacilityFile::new(&file, places);
    let text = if dry_run { dry_run_text(store, source).await } else { import_file(store, source).await };
    store.close().await;
    print(&text?)
}

async fn import_file(store: &Store, source: FacilityFile) -> Result<String> {
    let bar = ProgressBar::no_length();
    let imported = import(store, &SystemClock, source, Actor::command_line(), progress_callback(&bar)).await;
    bar.finish_and_clear();
    Ok(format!("Imported {}\n", describe(imported?)))
}

/// One line per row that would change something or is rejected.
async fn dry_run_text(store: &Store, source: FacilityFile) -> Result<String> {
    let found = preview(store, &SystemClock, source).await?;
    let lines = found.rows.iter().filter_map(|row| match row {
        Err(error) => Some(format!("reject  {error}\n")),
        Ok(PlannedRow { line, change: RowChange::Add(fields) }) => {
            Some(format!("add     line {line}: {}\n", fields.name))
        }
        Ok(PlannedRow { line, change: RowChange::Update { after, .. } }) => {
            Some(format!("update  line {line}: {}\n", after.name))
        }
        Ok(PlannedRow { change: RowChange::Keep(_), .. }) => None,
    });
    let (lines, rejected) = (lines.collect::<String>(), found.rejected().count());
    Ok(format!("{lines}Would import {}, {rejected} rejected\n", describe(found.counts())))
}

/// `2 facilities: 1 added, 1 updated, 0 unchanged`
fn describe(counts: ImportedFacilities) -> String {
    let ImportedFacilities { added, updated, unchanged } = counts;
    let total = format_count(counts.total(), ["facility", "facilities"]);
    format!("{total}: {added} added, {updated} updated, {unchanged} unchanged")
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
