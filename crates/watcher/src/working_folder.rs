//! The working folder of a run: `{work}/{job}/{run}/`. Attachments lie there while a message is in hand.

use super::WatchError;
use std::path::{Path, PathBuf};
use tokio::fs;

/// The folder of one run.
#[derive(Debug, Clone)]
pub(super) struct WorkingFolder(PathBuf);

/// Longest name of a file, in bytes: what every file system takes, with room for a number in front.
const LONGEST: usize = 180;

impl WorkingFolder {
    pub(super) fn new(work: &Path, job: i64, run: &str) -> Self {
        Self(work.join(job.to_string()).join(run))
    }

    /// A new file for the attachment at this place.
    pub(super) async fn file(&self, place: usize, name: &str) -> Result<(PathBuf, fs::File), WatchError> {
        self.make().await?;
        let path = self.0.join(safe_name(place, name));
        let file = fs::File::create(&path).await.map_err(|error| complain(&path, &error))?;
        Ok((path, file))
    }

    async fn make(&self) -> Result<(), WatchError> {
        fs::create_dir_all(&self.0).await.map_err(|error| complain(&self.0, &error))
    }

    /// Removes it with everything in it; one that is not there is fine.
    pub(super) async fn remove(&self) -> Result<(), WatchError> {
        match fs::remove_dir_all(&self.0).await {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(complain(&self.0, &error)),
            _ => Ok(()),
        }
    }
}

/// Every run that has a folder, with its watcher.
pub(super) async fn runs(work: &Path) -> Result<Vec<(i64, String)>, WatchError> {
    let mut found = Vec::new();
    for job in names(work).await? {
        let Ok(id) = job.parse() else { continue };
        found.extend(names(&work.join(&job)).await?.into_iter().map(|run| (id, run)));
    }
    Ok(found)
}

/// What lies in a folder; nothing, where there is none.
async fn names(folder: &Path) -> Result<Vec<String>, WatchError> {
    let mut names = Vec::new();
    let mut entries = match fs::read_dir(folder).await {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(names),
        other => other.map_err(|error| complain(folder, &error))?,
    };
    while let Some(entry) = entries.next_entry().await.map_err(|error| complain(folder, &error))? {
        names.extend(entry.file_name().into_string().ok());
    }
    Ok(names)
}

fn complain(path: &Path, error: &std::io::Error) -> WatchError {
    WatchError::Folder { path: path.display().to_string(), problem: error.to_string() }
}

/// A name that leads nowhere else and that no shell or file system minds. The place in front keeps equal names apart.
fn safe_name(place: usize, name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let calm = |sign: char| if sign.is_control() || "<>:\"|?*\0".contains(sign) { '_' } else { sign };
    let clean: String = last.chars().map(calm).collect();
    let clean = clean.trim().trim_start_matches('.');
    // The end of a name says what it is.
    let (stem, end) = match clean.rsplit_once('.') {
        Some((stem, end)) if (1..=16).contains(&end.len()) => (stem, format!(".{end}")),
        _ => (clean, String::new()),
    };
    let stem = &stem[..stem.floor_char_boundary(LONGEST - end.len())];
    let stem = if stem.is_empty() { "attachment" } else { stem };
    format!("{:03}-{stem}{end}", place + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_lead_nowhere_else() {
        for (name, expected) in [
            ("report.csv", "001-report.csv"),
            ("../../etc/passwd", "001-passwd"),
            ("C:\\Windows\\system.ini", "001-system.ini"),
            ("..", "001-attachment"),
            ("", "001-attachment"),
            (".hidden", "001-hidden"),
            ("a\0b\r\nc.txt", "001-a_b__c.txt"),
            ("größe ⚡.pdf", "001-größe ⚡.pdf"),
        ] {
            assert_eq!(safe_name(0, name), expected, "{name:?}");
        }
        let long = safe_name(1, &format!("{}.csv", "ü".repeat(2_000)));
        assert!(long.len() < 200 && long.ends_with("ü.csv"), "{}", long.len());
    }

    proptest! {
        #[test]
        fn whatever_the_name_it_is_one_short_segment(name: String, place in 0..1_000_usize) {
            let safe = safe_name(place, &name);
            prop_assert!(safe.len() <= 255 && !safe.contains(['/', '\\', '\0']) && safe.starts_with(|c: char| c.is_ascii_digit()));
            prop_assert_eq!(Path::new(&safe).components().count(), 1);
        }
    }
}
