//! Where the values come from: the file, over it the environment, over that the flags.

use super::error::{ConfigError, one_line};
use super::raw::Raw;
use figment::providers::{Format, Serialized, Toml};
use figment::util::nest;
use figment::value::{Dict, Map, Value};
use figment::{Figment, Metadata, Profile, Provider};
use std::path::{Path, PathBuf};

const PREFIX: &str = "STORMWIRE__";

/// The text of a configuration, not yet understood.
#[derive(Debug, Default)]
pub struct Sources {
    file: Option<(PathBuf, String)>,
    environment: Vec<(String, String)>,
    flags: Vec<(String, String)>,
}

impl Sources {
    /// Reads the file that was asked for; without one, `stormwire.toml` of the current folder where it exists.
    pub fn from_file(asked: Option<&Path>) -> Result<Self, ConfigError> {
        let path = asked.unwrap_or(Path::new("stormwire.toml"));
        if asked.is_none() && !path.exists() {
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(path)
            .map_err(|error| ConfigError::File(format!("{} cannot be read: {error}", path.display())))?;
        Ok(Self::from_text(path, text))
    }

    /// A file whose text is at hand.
    pub fn from_text(path: &Path, text: String) -> Self {
        Self { file: Some((path.to_owned(), text)), ..Self::default() }
    }

    /// Adds the variables `STORMWIRE__SECTION__KEY`; others are passed over.
    #[must_use]
    pub fn with_environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let ours = variables.into_iter().filter_map(|(name, text)| {
            let key = name.strip_prefix(PREFIX)?.to_ascii_lowercase().replace("__", ".");
            Some((key, text))
        });
        self.environment.extend(ours);
        self
    }

    /// Sets one dotted key, over everything else.
    #[must_use]
    pub fn with_flag(mut self, key: &str, text: impl Into<String>) -> Self {
        self.flags.push((key.to_owned(), text.into()));
        self
    }

    /// The folder that relative paths start from.
    pub(super) fn folder(&self) -> &Path {
        let file = self.file.as_ref().and_then(|(path, _)| path.parent());
        file.unwrap_or(Path::new(""))
    }

    pub(super) fn read(&self) -> Result<Raw, ConfigError> {
        let mut figment = Figment::new();
        if let Some((path, text)) = &self.file {
            let values = Toml::string(text).data().map_err(|error| {
                ConfigError::File(format!("{} is not valid TOML: {}", path.display(), without_text(&error)))
            })?;
            figment = figment.merge(Named { name: path.display().to_string(), values });
        }
        for (name, pairs) in [("environment", &self.environment), ("command line", &self.flags)] {
            for (key, text) in pairs {
                figment = figment.merge(named(name, key, text)?);
            }
        }
        Ok(figment.extract()?)
    }
}

/// Where and what, but not the line itself: it may hold a password.
fn without_text(error: &figment::Error) -> String {
    let text = error.to_string();
    let words = text.lines().filter(|line| !line.contains('|'));
    one_line(&words.collect::<Vec<_>>().join(": "))
}

/// Values with the name of the place they come from, for error messages.
struct Named {
    name: String,
    values: Map<Profile, Dict>,
}

impl Provider for Named {
    fn metadata(&self) -> Metadata {
        Metadata::named(self.name.clone())
    }

    fn data(&self) -> Result<Map<Profile, Dict>, figment::Error> {
        Ok(self.values.clone())
    }
}

fn named(name: &str, key: &str, text: &str) -> Result<Named, ConfigError> {
    if key.is_empty() || key.split('.').any(str::is_empty) {
        return Err(ConfigError::File(format!("{key:?} is not a key: write section.key (in {name})")));
    }
    let values = nest(key, typed(key, text)).into_dict().unwrap_or_default();
    Ok(Named { name: name.to_owned(), values: Map::from([(Profile::Default, values)]) })
}

/// Gives text from the environment or a flag the type of the key's default: a city may be called "1984", and a list
/// may be written with commas.
fn typed(key: &str, text: &str) -> Value {
    let defaults = Figment::from(Serialized::defaults(Raw::default()));
    let in_brackets = text.trim_start().starts_with('[');
    match defaults.find_value(key) {
        Ok(Value::Array(..)) if !in_brackets => {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            Value::from(words.map(str::to_owned).collect::<Vec<_>>())
        }
        Ok(Value::Num(..) | Value::Bool(..) | Value::Array(..)) => parsed(text),
        _ if in_brackets => parsed(text),
        _ => Value::from(text),
    }
}

fn parsed(text: &str) -> Value {
    match text.parse::<Value>() {
        Ok(value) => value,
        Err(never) => match never {},
    }
}
