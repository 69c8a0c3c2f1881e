//! Unpacks a backup. Trusts nothing in it: names, sizes and the end of the file are checked.

use super::files::{is_allowed, is_database_file};
use super::manifest::{FORMAT, MANIFEST, Manifest};
use anyhow::{Context, Result, bail};
use flate2::read::GzDecoder;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// More than any city has tiles.
const MAX_FILES: u64 = 10_000_000;
const MAX_MANIFEST_BYTES: u64 = 4 * 1024 * 1024;

/// Where to unpack to.
pub(super) enum Destination {
    Folder(PathBuf),
    /// Other files are read to their end and dropped.
    DatabasesOnly(PathBuf),
}

impl Destination {
    fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) | Self::DatabasesOnly(folder) => folder,
        }
    }

    fn is_wanted(&self, name: &Path) -> bool {
        matches!(self, Self::Folder(_)) || is_database_file(name)
    }
}

pub(super) fn extract(file: &Path, destination: &Destination) -> Result<Manifest> {
    let opened = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(opened)));
    let damaged = || format!("{} is not a complete stormwire backup", file.display());
    let (mut files, mut bytes, mut manifest) = (0, 0, None);
    for entry in archive.entries().with_context(damaged)? {
        let mut entry = entry.with_context(damaged)?;
        let name = entry.path().with_context(damaged)?.into_owned();
        if manifest.is_some() || files == MAX_FILES || entry.header().entry_type() != tar::EntryType::Regular {
            bail!("{}: unexpected entry {:?}", damaged(), name.display().to_string());
        }
        if name == Path::new(MANIFEST) {
            manifest = Some(read_manifest(entry).with_context(damaged)?);
            continue;
        }
        if !is_allowed(&name) {
            bail!("{}: unexpected entry {:?}; nothing was restored", damaged(), name.display().to_string());
        }
        let size = entry.size();
        if destination.is_wanted(&name) {
            check_space(destination.folder(), size)?;
            write(&mut entry, size, &destination.folder().join(&name)).with_context(damaged)?;
        } else {
            io::copy(&mut entry, &mut io::sink()).with_context(damaged)?;
        }
        (files, bytes) = (files + 1, bytes + size);
    }
    // The checksum is at the very end.
    io::copy(&mut archive.into_inner(), &mut io::sink()).with_context(damaged)?;
    let Some(manifest) = manifest else { bail!("{}: it ends early; copy it again or use another", damaged()) };
    if (manifest.files, manifest.bytes) != (files, bytes) {
        bail!("{}: it should have {} files and has {files}", damaged(), manifest.files);
    }
    Ok(manifest)
}

/// The part of a manifest that every format has.
#[derive(serde::Deserialize)]
struct Format {
    format: u32,
}

fn read_manifest(entry: impl Read) -> Result<Manifest> {
    let mut text = Vec::new();
    entry.take(MAX_MANIFEST_BYTES).read_to_end(&mut text)?;
    let Format { format } = serde_json::from_slice(&text)?;
    if format != FORMAT {
        bail!(
            "it has format {format}, and this stormwire reads format {FORMAT}; restore it with the version that wrote it"
        );
    }
    Ok(serde_json::from_slice(&text)?)
}

/// Readable only by the owner. An entry never replaces a file.
fn write(entry: &mut impl Read, size: u64, path: &Path) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    let written = io::copy(entry, &mut file)?;
    if written != size {
        bail!("{} has {written} of {size} bytes", path.display());
    }
    file.sync_all()?;
    Ok(())
}

fn check_space(folder: &Path, size: u64) -> Result<()> {
    let found = rustix::fs::statvfs(folder).with_context(|| folder.display().to_string())?;
    let free = found.f_bavail.saturating_mul(found.f_frsize);
    if size > free {
        bail!(
            "{} has {free} bytes free, and the next file of the backup needs {size}; free some space",
            folder.display()
        );
    }
    Ok(())
}
