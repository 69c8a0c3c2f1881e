//! `stormwire restore`: unpacks a backup into an empty folder.

use super::config_options::ConfigOptions;
use crate::backup;
use crate::output::{format_count, print};
use anyhow::Result;
use clap::Args;
use std::path::{Path, PathBuf};
use stormwire_city::config::Config;
use stormwire_store::Database;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Backup that `stormwire backup` wrote
    file: PathBuf,
    /// Folder to restore into; it must be empty or new
    #[arg(long, value_name = "FOLDER")]
    into: PathBuf,
    #[command(flatten)]
    config: ConfigOptions,
}

pub(super) async fn run(options: Options) -> Result<()> {
    let config = options.config.load()?;
    let restored = backup::restore(&options.file, &options.into).await?;
    let rows = format_count(restored.row_count(), ["row", "rows"]);
    let mut lines = vec![format!("Restored {rows} as of {} into {}\n", restored.created_at, options.into.display())];
    lines.extend(next_steps(&config, &options.into, restored.has_key));
    print(&lines.concat())
}

/// What is left to do until the service uses the restored data.
fn next_steps(config: &Config, folder: &Path, has_key: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if config.database != Database::Sqlite(folder.to_owned()) {
        lines.push(format!("To use them, set database.url to \"sqlite:{}\"\n", folder.display()));
    }
    for (name, key, used) in [("media", "paths.media", &config.paths.media), ("work", "paths.work", &config.paths.work)]
    {
        let restored = folder.join(name);
        if restored.exists() && restored != *used {
            lines.push(format!("Set {key} to \"{}\"\n", restored.display()));
        }
    }
    let used = &config.key_file;
    let restored = folder.join("secret.key");
    if has_key && restored != *used {
        lines.push(format!("Set secrets.key_file to \"{}\"\n", restored.display()));
    }
    if !has_key && used.exists() {
        lines.push(format!(
            "The backup has no key file: {} is used. If the key was replaced since, put the older key file there\n",
            used.display()
        ));
    }
    if !has_key && !used.exists() {
        lines.push(format!("The backup has no key file: copy yours to {}\n", used.display()));
    }
    lines.push("Then start the service and replay missing messages on the Balance page of each watcher\n".to_owned());
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_city::config::Sources;

    #[test]
    fn next_steps_name_everything_that_is_elsewhere() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("restored");
        let steps = |into: &Path, has_key| {
            let config = Config::load(&Sources::from_text(&root.path().join("s.toml"), String::new())).unwrap();
            next_steps(&config, into, has_key).concat()
        };
        std::fs::create_dir_all(folder.join("media")).unwrap();
        let text = steps(&folder, true);
        assert!(text.contains("set database.url to \"sqlite:") && text.contains("Set paths.media to \""), "{text}");
        assert!(text.contains("Set secrets.key_file to \"") && !text.contains("paths.work"), "{text}");
        assert!(steps(&folder, false).contains("copy yours to"));
        let data = root.path().join("data");
        std::fs::create_dir_all(data.join("media")).unwrap();
        std::fs::write(data.join("secret.key"), "").unwrap();
        let text = steps(&data, false);
        assert!(!text.contains("Set ") && !text.contains("To use them") && text.contains("is used"), "{text}");
    }
}
