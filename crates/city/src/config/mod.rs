//! Configuration: a TOML file, then the environment, then flags, checked once into plain values.
//!
//! Text comes in through [`Sources`]; a [`Config`] without doubts, or one line that names the key, goes out.

mod check;
mod error;
mod raw;
mod sources;
mod values;

pub use error::ConfigError;
pub use sources::Sources;
pub use values::{City, Config, Graph, Paths, Server, Smtp, Watch};

impl Config {
    /// Reads all sources and checks every value.
    pub fn load(sources: &Sources) -> Result<Self, ConfigError> {
        check::check(sources.read()?, sources.folder())
    }
}

#[cfg(test)]
mod tests;
