//! Writes a backup, restores it into a temporary folder to check it, and only then gives it its name.

use super::extract::{Destination, extract};
use super::files::{FOLDERS, KEY_FILE, database_file, walk};
use super::manifest::{FORMAT, MANIFEST, Manifest};
use anyhow::{Context, Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use jiff::Timestamp;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use stormwire_store::transfer::{RowCounts, inspect, snapshot};
use stormwire_store::{Database, Schema};
use tempfile::{NamedTempFile, TempDir};

const PREFIX: &str = ".stormwire-backup-";

/// What is backed up.
pub(crate) struct BackupSource {
    pub(crate) database: Database,
    pub(crate) media: PathBuf,
    pub(crate) work: PathBuf,
    /// `None`: without the key.
    pub(crate) key_file: Option<PathBuf>,
}

/// Returns what the backup contains. The file appears only when it is complete and checked, and never replaces another.
pub(crate) async fn back_up(source: BackupSource, file: &Path, now: Timestamp) -> Result<Manifest> {
    if file.exists() {
        bail!("{} exists already; choose another name", file.display());
    }
    if let Some(key_file) = source.key_file.as_ref().filter(|key_file| !key_file.is_file()) {
        bail!("secrets.key_file: {} not found; back up without --with-key", key_file.display());
    }
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let unusable = || format!("cannot write to {}", folder.display());
    let copy = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&folder).with_context(unusable)?;
    // Readable only by its owner.
    let archive = tempfile::Builder::new().prefix(PREFIX).tempfile_in(&folder).with_context(unusable)?;
    tracing::info!(database = %source.database, "reading the database");
    let rows = snapshot(&source.database, copy.path()).await?;
    let packed = tokio::task::spawn_blocking(move || pack(archive, &copy, &source, rows, now)).await?;
    let (archive, manifest) = packed.context("cannot write the backup")?;
    tracing::info!("checking the backup by restoring it");
    let restored = tempfile::Builder::new().prefix(PREFIX).tempdir_in(&folder).with_context(unusable)?;
    let (path, target) = (archive.path().to_owned(), restored.path().to_owned());
    tokio::task::spawn_blocking(move || extract(&path, &Destination::DatabasesOnly(target))).await??;
    if let Some(difference) = manifest.difference(&inspect(restored.path()).await?) {
        bail!("the backup differs from the database: {difference}");
    }
    restored.close().with_context(unusable)?;
    archive.persist_noclobber(file).map_err(|error| error.error).with_context(|| file.display().to_string())?;
    // The name of the file survives a crash of the machine as well.
    File::open(&folder)?.sync_all()?;
    Ok(manifest)
}

fn pack(
    archive: NamedTempFile,
    copy: &TempDir,
    source: &BackupSource,
    rows: RowCounts,
    now: Timestamp,
) -> io::Result<(NamedTempFile, Manifest)> {
    let encoder = GzEncoder::new(BufWriter::new(archive), Compression::fast());
    let mut packer = Packer { tar: tar::Builder::new(encoder), modified: now.as_second(), files: 0, bytes: 0 };
    // First, because they are removed when their message is finished.
    for (name, folder) in FOLDERS.into_iter().zip([&source.media, &source.work]).rev() {
        packer.add_folder(name, folder)?;
    }
    for schema in Schema::ALL {
        let name = database_file(schema);
        packer.add(Path::new(&name), &mut File::open(copy.path().join(&name))?)?;
    }
    if let Some(key_file) = &source.key_file {
        packer.add(Path::new(KEY_FILE), &mut File::open(key_file)?)?;
    }
    let manifest = Manifest {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created_at: now.to_string(),
        rows,
        files: packer.files,
        bytes: packer.bytes,
        has_key: source.key_file.is_some(),
    };
    let text = serde_json::to_vec_pretty(&manifest)?;
    packer.append(Path::new(MANIFEST), text.len() as u64, &mut text.as_slice())?;
    let mut archive = packer.tar.into_inner()?.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    archive.flush()?;
    archive.as_file().sync_all()?;
    Ok((archive, manifest))
}

struct Packer<W: Write> {
    tar: tar::Builder<W>,
    /// Unix seconds.
    modified: i64,
    files: u64,
    bytes: u64,
}

impl<W: Write> Packer<W> {
    fn add_folder(&mut self, name: &str, folder: &Path) -> io::Result<()> {
        for path in walk(folder)? {
            let Ok(below) = path.strip_prefix(folder) else { continue };
            match File::open(&path) {
                Ok(mut file) => self.add(&Path::new(name).join(below), &mut file)?,
                // The message was finished meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// A file that is being shortened is filled up with zeros: its size is already in the archive.
    fn add(&mut self, name: &Path, file: &mut File) -> io::Result<()> {
        let size = file.metadata()?.len();
        self.append(name, size, &mut file.chain(io::repeat(0)).take(size))?;
        self.files += 1;
        self.bytes += size;
        Ok(())
    }

    fn append(&mut self, name: &Path, size: u64, contents: &mut dyn Read) -> io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(size);
        header.set_mode(0o600);
        header.set_mtime(u64::try_from(self.modified).unwrap_or(0));
        header.set_entry_type(tar::EntryType::Regular);
        self.tar.append_data(&mut header, name, contents)
    }
}
