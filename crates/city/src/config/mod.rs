//! Configuration: a TOML file, overridden by the environment, overridden by flags; validated once.
//!
//! [`Sources`] collects the texts; [`Config::load`] returns valid values or a one-line error that names the key.

mod checks;
mod error;
mod findings;
mod key_kind;
mod listener;
mod masked;
mod oidc;
mod raw;
mod sources;
mod validate;
mod value_files;
mod values;

pub use error::ConfigError;
pub use findings::{FileFacts, Finding, find_unsafe_settings};
pub use sources::Sources;
pub use values::{
    City, Config, ConfiguredCityKeys, ConnectionLimits, Graph, Oidc, OperatorGraph, Paths, Server, Smtp, StreamLimits,
    TlsFiles, Watch,
};

impl Config {
    /// Reads all sources and checks every value.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        validate::validate(sources.read()?, sources.folder())
    }
}

/// A database URL that is not in the configuration. A relative folder is relative to the working directory.
pub fn parse_database_url(text: &str) -> Result<stormwire_store::Database, ConfigError> {
    validate::database(text, std::path::Path::new(""))
}

#[cfg(test)]
mod tests;
