//! `stormwire layer import`, `layer list` and `layer remove`: the city's own boundaries, roads, water and parks on the map.

use super::config_options::ConfigOptions;
use crate::command_database::{open_existing_store, open_or_create_store};
use crate::output::{format_count, print};
use anyhow::{Context, Result, ensure};
use clap::Subcommand;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_city::map_layers::{LayerFile, MAX_FILE_BYTES, MapLayer, MapLayerInput, MapLayerKind, MapLayers};
use stormwire_clock::SystemClock;
use stormwire_store::Store;
use stormwire_store::tables::audit::Actor;

const FEATURES: [&str; 2] = ["feature", "features"];
const VERTICES: [&str; 2] = ["vertex", "vertices"];

#[derive(Debug, Subcommand)]
pub(super) enum Action {
    /// Import lines and polygons from a GeoJSON file in degrees (WGS 84), or replace the layer with that name
    Import {
        /// GeoJSON file
        file: PathBuf,
        /// Name of the layer, such as "City limits"
        #[arg(long)]
        name: String,
        /// What the layer shows: boundary, road, water or park
        #[arg(long, value_parser = kind)]
        kind: MapLayerKind,
        #[command(flatten)]
        config: ConfigOptions,
    },
    /// List the layers
    List(ConfigOptions),
    /// Remove a layer
    Remove {
        /// Name of the layer
        name: String,
        #[command(flatten)]
        config: ConfigOptions,
    },
}

fn kind(text: &str) -> Result<MapLayerKind, String> {
    MapLayerKind::parse(text).ok_or_else(|| format!("unknown kind {text:?}; use boundary, road, water or park"))
}

pub(super) async fn run(action: Action) -> Result<()> {
    match action {
        Action::Import { file, name, kind, config } => {
            let file = read_file(&file)?;
            let store = open_or_create_store(&config.load()?).await?;
            let text = import(&store, MapLayerInput { name, kind, file }).await;
            store.close().await;
            print(&text?)
        }
        Action::List(config) => {
            let store = open_existing_store(&config.load()?).await?;
            let layers = map_layers(&store).list().await;
            store.close().await;
            print(&layers?.iter().map(describe).collect::<String>())
        }
        Action::Remove { name, config } => {
            let store = open_existing_store(&config.load()?).await?;
            let removed = remove(&store, &name).await;
            store.close().await;
            removed?;
            print(&format!("Removed layer {name:?}\n"))
        }
    }
}

fn map_layers(store: &Store) -> MapLayers {
    MapLayers::new(store.clone(), Arc::new(SystemClock))
}

fn read_file(path: &Path) -> Result<LayerFile> {
    let named = || path.display().to_string();
    let length = std::fs::metadata(path).with_context(named)?.len();
    ensure!(
        length <= MAX_FILE_BYTES as u64,
        "{}: the file has {length} bytes; at most {MAX_FILE_BYTES} are read",
        named()
    );
    LayerFile::parse(&std::fs::read(path).with_context(named)?).with_context(named)
}

async fn import(store: &Store, input: MapLayerInput) -> Result<String> {
    let vertices_read = input.file.vertices_read;
    let layer = map_layers(store).import(input, Actor::command_line()).await?;
    let features = format_count(layer.features, FEATURES);
    let kept = format!("{} of {}", layer.vertices, format_count(vertices_read, VERTICES));
    Ok(format!("Imported layer {:?} ({}): {features}, {kept} kept\n", layer.name, layer.kind))
}

async fn remove(store: &Store, name: &str) -> Result<()> {
    let layers = map_layers(store);
    let found = layers.list().await?.into_iter().find(|layer| layer.name == name);
    let found = found.with_context(|| format!("layer {name:?} not found; `stormwire layer list` shows all"))?;
    layers.delete(found.id, Actor::command_line()).await?;
    Ok(())
}

/// `water     3 features    412 vertices  Rivers`
fn describe(layer: &MapLayer) -> String {
    let (features, vertices) = (format_count(layer.features, FEATURES), format_count(layer.vertices, VERTICES));
    format!("{:<9} {features:>14} {vertices:>16}  {}\n", layer.kind, layer.name)
}
