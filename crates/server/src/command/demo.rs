//! `stormwire demo`: the complete service without setup, in a temporary folder that is removed at the end.

use crate::demo::{self, DemoAerialImages};
use crate::serve;
use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use stormwire_city::config::{Config, Sources};
use stormwire_clock::{SystemRng, VirtualClock};
use stormwire_emulator::Emulator;
use stormwire_service::Surroundings;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Configuration file; the settings of the demo override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Address to listen on; port 0 picks a free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: String,
    /// Empty PostgreSQL database to fill, instead of SQLite in the temporary folder
    #[arg(long, value_name = "URL")]
    database_url: Option<String>,
    /// Create all aerial images before the start (about 20 minutes) instead of on first request
    #[arg(long)]
    paint_tiles: bool,
}

pub(super) async fn run(options: Options) -> Result<()> {
    // Installed first, so that the folder is always removed.
    let stop = crate::signals::stop()?;
    // Provider and service share one clock, which the emulator can advance.
    let clock = Arc::new(VirtualClock::running());
    let surroundings = Surroundings { clock: clock.clone(), rng: Arc::new(SystemRng), network: None };
    let emulator = Arc::new(Emulator::new(clock.clone(), Box::new(SystemRng))?);
    for mailbox in [demo::MAILBOX, demo::CREW] {
        emulator.add_mailbox(mailbox).map_err(anyhow::Error::msg)?;
    }
    let provider = format!("http://{}", emulator.listen(([127, 0, 0, 1], 0).into()).await?);
    let folder =
        tempfile::Builder::new().prefix("stormwire-demo-").tempdir().context("cannot create a temporary folder")?;
    let path = |name: &str| folder.path().join(name).display().to_string();
    let base = match &options.config {
        Some(file) => Sources::from_file(Some(file))?,
        None => Sources::default(),
    };
    let sources = base
        .with_flag("server.listen", options.listen)
        .with_flag("database.url", options.database_url.unwrap_or_else(|| format!("sqlite:{}", path("data"))))
        .with_flag("secrets.key_file", path("secret.key"))
        .with_flag("graph.base_url", format!("{provider}/v1.0"))
        .with_flag("graph.authority", provider.clone())
        .with_flag("paths.work", path("work"))
        .with_flag("paths.media", path("media"))
        .with_flag("city.name", demo::CITY)
        .with_flag("city.crs", demo::CRS)
        .with_flag("city.timezone", demo::TIME_ZONE)
        .with_flag("city.bounds", demo::BOUNDS);
    let config = Config::load(&sources)?;
    let (aerial, media) = (Arc::new(DemoAerialImages::new(&config.city.crs)?), config.paths.media.clone());
    Box::pin(demo::seed_demo_data(config, &surroundings, &aerial)).await?;
    let painter = aerial.clone();
    // The first view of a map is painted while the service starts.
    let paint_all = options.paint_tiles;
    let painting =
        tokio::task::spawn_blocking(
            move || if paint_all { painter.paint_all(&media) } else { painter.paint_overview(&media) },
        );
    if paint_all {
        painting.await??;
    }
    let greeting = |address| demo::welcome_text(address, &provider);
    let vendor = tokio::spawn(demo::vendor::send_storm_mail(emulator.clone(), clock));
    let served = serve::run(Config::load(&sources)?, surroundings, stop, greeting, Some(aerial.clone())).await;
    vendor.abort();
    aerial.stop_writing();
    folder.close().context("cannot remove the folder of the demo")?;
    served
}
