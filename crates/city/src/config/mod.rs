//! Configuration: a TOML file, overridden by the environment, overridden by flags; validated once.
//!
//! [`Sources`] collects the texts; [`Config::load`] returns valid values or a one-line error that names the key.

mod checks;
mod error;
mod exposure;
mod listener;
mod raw;
mod sources;
mod validate;
mod values;

pub use error::ConfigError;
pub use exposure::exposure_warnings;
pub use sources::Sources;
pub use values::{City, Config, ConfiguredCityKeys, ConnectionLimits, Graph, Paths, Server, Smtp, TlsFiles, Watch};

impl Config {
    /// Reads all sources and checks every value.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        validate::validate(sources.read()?, sources.folder())
    }
}

#[cfg(test)]
mod tests;
