//! `KEY_file`: takes the value of a text key from a file, so that a secret need not be in the configuration.

use super::error::ConfigError;
use super::key_kind::KeyKind;
use std::io::Read;
use std::path::Path;
use toml::{Table, Value};

/// Longer than any sensible value; the rest of the file is not read.
const MAX_BYTES: u64 = 64 * 1024;

/// Replaces every `KEY_file` by `KEY` with the contents of the file. Relative paths start from `folder`.
pub(super) fn read_value_files(keys: &KeyKind, values: &mut Table, folder: &Path) -> Result<(), ConfigError> {
    read_section("", keys, values, folder)
}

fn read_section(section: &str, keys: &KeyKind, values: &mut Table, folder: &Path) -> Result<(), ConfigError> {
    let KeyKind::Section(keys) = keys else { return Ok(()) };
    for (name, kind) in keys {
        let key = if section.is_empty() { (*name).to_owned() } else { format!("{section}.{name}") };
        match kind {
            KeyKind::Section(_) => {
                if let Some(Value::Table(below)) = values.get_mut(*name) {
                    read_section(&key, kind, below, folder)?;
                }
            }
            KeyKind::Text => {
                let Some(file) = values.remove(&format!("{name}_file")) else { continue };
                if let Some(text) = read_value(&key, &file, values.contains_key(*name), folder)? {
                    values.insert((*name).to_owned(), text.into());
                }
            }
            KeyKind::Scalar | KeyKind::List | KeyKind::Map => {}
        }
    }
    Ok(())
}

/// `None` if the path is empty, which is the same as leaving the key out.
fn read_value(key: &str, file: &Value, is_also_set: bool, folder: &Path) -> Result<Option<String>, ConfigError> {
    let file_key = format!("{key}_file");
    let invalid = |problem: String| ConfigError::key(&file_key, problem);
    let Some(path) = file.as_str() else {
        return Err(invalid(format!("wrong type: found {}, expected the path of a file", file.type_str())));
    };
    if path.is_empty() {
        return Ok(None);
    }
    if is_also_set {
        return Err(invalid(format!("{key} and {file_key} are both set; remove one of them")));
    }
    let path = folder.join(path);
    let cannot_read = |error: std::io::Error| invalid(format!("cannot read {}: {error}", path.display()));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(&path).map_err(cannot_read)?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(cannot_read)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(invalid(format!("{} has more than {MAX_BYTES} bytes", path.display())));
    }
    // Neither error repeats the contents, which may be a secret.
    let mut text = String::from_utf8(bytes).map_err(|_| invalid(format!("{} is not UTF-8 text", path.display())))?;
    text.truncate(without_line_end(&text).len());
    if text.is_empty() {
        return Err(invalid(format!("{} is empty", path.display())));
    }
    Ok(Some(text))
}

fn without_line_end(text: &str) -> &str {
    let line = text.strip_suffix('\n').unwrap_or(text);
    if line.len() < text.len() { line.strip_suffix('\r').unwrap_or(line) } else { line }
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Sources};
    use super::*;

    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new(files: &[(&str, &[u8])]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (name, contents) in files {
                std::fs::write(folder.path().join(name), contents).unwrap();
            }
            Self(folder)
        }

        fn sources(&self, text: &str) -> Sources {
            Sources::from_text(&self.0.path().join("stormwire.toml"), text.into())
        }

        fn load(&self, text: &str) -> Result<Config, ConfigError> {
            Config::load(&self.sources(text))
        }
    }

    #[test]
    fn one_trailing_line_end_is_dropped() {
        for (text, expected) in
            [("a", "a"), ("a\n", "a"), ("a\r\n", "a"), ("a\n\n", "a\n"), ("a\r", "a\r"), (" a \n", " a "), ("", "")]
        {
            assert_eq!(without_line_end(text), expected, "{text:?}");
        }
    }

    #[test]
    fn text_keys_are_read_from_files() {
        let folder = Folder::new(&[("url", b"smtps://u:hunter2@mail.example.gov\n"), ("name", b"Springfield\r\n")]);
        let text = "[smtp]\nurl_file = \"url\"\nfrom = \"a@b\"\n[city]\nname_file = \"\"";
        let name = folder.0.path().join("name").display().to_string();
        let sources = folder.sources(text).with_environment([("STORMWIRE__CITY__NAME_FILE".into(), name)]);
        let config = Config::load(&sources).unwrap();
        assert_eq!(config.smtp.unwrap().url.password(), Some("hunter2"));
        assert_eq!(config.city.name, "Springfield", "an absolute path in the environment");
    }

    #[test]
    fn the_path_of_the_key_file_stays_a_path() {
        let folder = Folder::new(&[]);
        let config = folder.load("[secrets]\nkey_file = \"k\"").unwrap();
        assert_eq!(config.key_file, folder.0.path().join("k"));
    }

    #[test]
    fn errors_name_the_key_and_never_the_contents() {
        let long = vec![b'x'; 70_000];
        let folder =
            Folder::new(&[("secret", b"hunter2"), ("empty", b"\n"), ("binary", b"hunter2\xff"), ("long", &long)]);
        for (text, expected) in [
            (
                "[database]\nurl = \"sqlite:data\"\nurl_file = \"secret\"",
                "database.url_file: database.url and database.url_file are both set; remove one of them",
            ),
            ("[smtp]\nurl_file = \"none\"", "smtp.url_file: cannot read "),
            ("[smtp]\nurl_file = \"empty\"", "smtp.url_file: "),
            ("[smtp]\nurl_file = \"binary\"", "smtp.url_file: "),
            ("[smtp]\nurl_file = \"long\"", "smtp.url_file: "),
            ("[smtp]\nurl_file = 7", "smtp.url_file: wrong type: found integer, expected the path of a file"),
            ("[smtp]\nurl_file = \"secret\"", "smtp.url: not a mail server URL"),
            ("[tiles]\nviewport_cap_file = \"secret\"", "tiles.viewport_cap_file: unknown key"),
            ("[smtp]\nurls_file = \"secret\"", "smtp.urls_file: unknown key"),
        ] {
            let line = folder.load(text).expect_err(text).to_string();
            assert!(line.starts_with(expected), "{text:?} gave {line:?}");
            assert!(!line.contains("hunter2") && !line.contains('\n'), "{line:?}");
        }
    }

    #[test]
    fn a_key_and_its_file_from_different_sources_are_an_error() {
        let folder = Folder::new(&[("name", b"Springfield")]);
        let variable = ("STORMWIRE__CITY__NAME_FILE".to_owned(), "name".to_owned());
        let sources = folder.sources("[city]\nname = \"A\"").with_environment([variable]);
        let line = Config::load(&sources).expect_err("both").to_string();
        assert_eq!(line, "city.name_file: city.name and city.name_file are both set; remove one of them");
    }
}
