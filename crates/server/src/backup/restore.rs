//! Restores a backup into a folder without data.

use super::extract::{Destination, extract};
use super::manifest::Manifest;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::os::unix::fs::DirBuilderExt;
use std::path::Path;
use stormwire_store::transfer::inspect;

/// After an error the folder is as it was.
pub(crate) async fn restore(file: &Path, folder: &Path) -> Result<Manifest> {
    let is_new = !folder.exists();
    let unusable = || format!("cannot use {}", folder.display());
    if is_new {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder).with_context(unusable)?;
    } else if std::fs::read_dir(folder).with_context(unusable)?.next().is_some() {
        bail!("{} already has files; restore into an empty or new folder", folder.display());
    }
    let restored = restore_into_empty(file, folder).await;
    if restored.is_err() && is_new {
        // It is empty again.
        let _ = std::fs::remove_dir(folder);
    }
    restored
}

/// Unpacks next to the final names and moves the files there once they are checked.
async fn restore_into_empty(file: &Path, folder: &Path) -> Result<Manifest> {
    let unpacked = tempfile::Builder::new().prefix(".restoring-").tempdir_in(folder)?;
    let (path, target) = (file.to_owned(), unpacked.path().to_owned());
    tracing::info!("unpacking the backup");
    let extracted = tokio::task::spawn_blocking(move || extract(&path, &Destination::Folder(target))).await?;
    let manifest = extracted?;
    tracing::info!("checking the restored database");
    if let Some(difference) = manifest.difference(&inspect(unpacked.path()).await?) {
        bail!("{} is damaged: {difference}", file.display());
    }
    for entry in std::fs::read_dir(unpacked.path())? {
        let entry = entry?;
        std::fs::rename(entry.path(), folder.join(entry.file_name()))?;
    }
    unpacked.close()?;
    File::open(folder)?.sync_all()?;
    Ok(manifest)
}
