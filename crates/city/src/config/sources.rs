//! The sources of values: the file, overridden by the environment, overridden by flags.

use super::error::{ConfigError, one_line};
use super::key_kind::{HasKind, KeyKind};
use super::raw::RawConfig;
use super::value_files::read_value_files;
use std::io;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

const PREFIX: &str = "STORMWIRE__";
/// If no file is given, the first of these that exists is read.
const DEFAULT_FILES: [&str; 2] = ["stormwire.toml", "/etc/stormwire/stormwire.toml"];

/// The configuration texts before parsing.
#[derive(Debug, Default)]
pub struct Sources {
    file: Option<(PathBuf, String)>,
    environment: Vec<(String, String)>,
    flags: Vec<(String, String)>,
}

impl Sources {
    /// Reads the given file; without one, `stormwire.toml` in the working directory, or else the file of an installed
    /// service, if it exists.
    pub fn from_file(file: Option<&Path>) -> Result<Self, ConfigError> {
        match file {
            Some(path) => Self::read_from(path).map_err(|error| unreadable(path, &error)),
            None => Self::from_first(&DEFAULT_FILES.map(Path::new)),
        }
    }

    /// A file that exists and cannot be read is an error: with defaults, a command would silently use another database.
    fn from_first(paths: &[&Path]) -> Result<Self, ConfigError> {
        for path in paths {
            match Self::read_from(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                read => return read.map_err(|error| unreadable(path, &error)),
            }
        }
        Ok(Self::default())
    }

    fn read_from(path: &Path) -> io::Result<Self> {
        Ok(Self::from_text(path, std::fs::read_to_string(path)?))
    }

    pub fn from_text(path: &Path, text: String) -> Self {
        Self { file: Some((path.to_owned(), text)), ..Self::default() }
    }

    /// The file that was read, if any.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|(path, _)| path.as_path())
    }

    /// Adds the variables `STORMWIRE__SECTION__KEY` and ignores all others.
    #[must_use]
    pub fn with_environment(mut self, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        let ours = variables.into_iter().filter_map(|(name, text)| {
            let key = name.strip_prefix(PREFIX)?.to_ascii_lowercase().replace("__", ".");
            Some((key, text))
        });
        self.environment.extend(ours);
        self
    }

    /// Sets one dotted key; overrides everything else.
    #[must_use]
    pub fn with_flag(mut self, key: &str, text: impl Into<String>) -> Self {
        self.flags.push((key.to_owned(), text.into()));
        self
    }

    /// The folder that relative paths start from.
    pub(super) fn folder(&self) -> &Path {
        self.path().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    pub(super) fn read(&self) -> Result<RawConfig, ConfigError> {
        let (mut values, keys) = (Table::new(), RawConfig::kind());
        if let Some((path, text)) = &self.file {
            values = text.parse().map_err(|error| {
                ConfigError::File(format!("{} is not valid TOML: {}", path.display(), without_source_line(&error)))
            })?;
        }
        for (origin, pairs) in [("environment", &self.environment), ("command line", &self.flags)] {
            for (key, text) in pairs {
                set(&mut values, key, convert_to_kind(keys.find(key), text)).ok_or_else(|| {
                    ConfigError::File(format!("{key:?} is not a valid key; use section.key (in {origin})"))
                })?;
            }
        }
        read_value_files(&keys, &mut values, self.folder())?;
        serde_path_to_error::deserialize(values).map_err(|error| {
            let key = error.path().to_string();
            ConfigError::invalid_value(&key, error.inner().message(), &self.origin(&key))
        })
    }

    /// For error messages: the last source that sets the key.
    fn origin(&self, key: &str) -> String {
        let sets = |pairs: &[(String, String)]| {
            pairs.iter().any(|(name, _)| name.starts_with(key) || key.starts_with(name.as_str()))
        };
        if sets(&self.flags) {
            return "command line".into();
        }
        if sets(&self.environment) {
            return "environment".into();
        }
        self.path().map_or_else(String::new, |path| path.display().to_string())
    }
}

fn unreadable(path: &Path, error: &io::Error) -> ConfigError {
    ConfigError::File(format!("cannot read {}: {error}", path.display()))
}

/// Position and message without the line itself, which may contain a password.
fn without_source_line(error: &toml::de::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().filter(|line| !line.contains('|'));
    one_line(&lines.collect::<Vec<_>>().join(": "))
}

/// `None` if the dotted key is invalid.
fn set(values: &mut Table, key: &str, value: Value) -> Option<()> {
    if key.is_empty() || key.split('.').any(str::is_empty) {
        return None;
    }
    let mut table = values;
    let mut parts = key.split('.').peekable();
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            table.insert(part.to_owned(), value);
            break;
        }
        let below = table.entry(part).or_insert_with(|| Value::Table(Table::new()));
        if !below.is_table() {
            *below = Value::Table(Table::new());
        }
        table = below.as_table_mut()?;
    }
    Some(())
}

/// Converts text from the environment or a flag to the type of the key: a city may be called "1984", and a list may be
/// written with commas.
fn convert_to_kind(kind: Option<&KeyKind>, text: &str) -> Value {
    match kind {
        Some(KeyKind::List) if !text.trim_start().starts_with('[') => {
            let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
            items.map(str::to_owned).collect::<Vec<_>>().into()
        }
        Some(KeyKind::List | KeyKind::Map | KeyKind::Scalar) => parse_toml_or_text(text),
        Some(KeyKind::Text | KeyKind::Section(_)) | None => text.into(),
    }
}

/// Parses the text as TOML; text that is not TOML stays a string.
fn parse_toml_or_text(text: &str) -> Value {
    let table: Result<Table, _> = format!("value = {text}").parse();
    table.ok().and_then(|mut table| table.remove("value")).unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_file_that_exists_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let [here, installed] = ["here.toml", "installed.toml"].map(|name| folder.path().join(name));
        let read = || Sources::from_first(&[here.as_path(), installed.as_path()]).map(|sources| sources.file);
        assert_eq!(read().unwrap(), None);
        std::fs::write(&installed, "a = 1").unwrap();
        assert_eq!(read().unwrap(), Some((installed.clone(), "a = 1".to_owned())));
        std::fs::write(&here, "b = 2").unwrap();
        assert_eq!(read().unwrap(), Some((here.clone(), "b = 2".to_owned())));
        std::fs::remove_file(&here).unwrap();
        std::fs::create_dir(&here).unwrap();
        let error = read().unwrap_err().to_string();
        assert!(error.starts_with(&format!("cannot read {}", here.display())), "{error}");
    }
}
