//! Options of every command that reads the configuration.

use super::service_account::require_service_account;
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;
use stormwire_city::config::{Config, Sources};

#[derive(Debug, Args)]
pub(super) struct ConfigOptions {
    /// Configuration file; default: stormwire.toml in the working directory, else /etc/stormwire/stormwire.toml, if it
    /// exists
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Database: sqlite:FOLDER or postgres://user@host/database
    #[arg(long, global = true, value_name = "URL")]
    database_url: Option<String>,
    /// Override one configuration key, for example --set city.name=Springfield
    #[arg(long = "set", global = true, value_name = "KEY=VALUE", value_parser = key_value)]
    settings: Vec<(String, String)>,
}

impl ConfigOptions {
    pub(super) fn sources(&self) -> Result<Sources> {
        let sources = Sources::from_file(self.config.as_deref())?.with_environment(environment());
        let database = self.database_url.iter().map(|url| ("database.url", url));
        let set = self.settings.iter().map(|(key, value)| (key.as_str(), value));
        Ok(database.chain(set).fold(sources, |sources, (key, value)| sources.with_flag(key, value)))
    }

    /// For commands that write files of the service.
    pub(super) fn load(&self) -> Result<Config> {
        let config = self.load_for_reading()?;
        require_service_account(&config)?;
        Ok(config)
    }

    /// For commands that root may run as well, because they only read.
    pub(super) fn load_for_reading(&self) -> Result<Config> {
        Ok(Config::load(&self.sources()?)?)
    }
}

/// Skips variables that are not Unicode.
#[expect(clippy::disallowed_methods, reason = "the environment is read here, once, for the configuration")]
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or_else(|| format!("{text:?} is not KEY=VALUE"))?;
    Ok((key.trim().to_owned(), value.to_owned()))
}
