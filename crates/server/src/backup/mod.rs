//! Backups: one archive with the database as SQLite files, the media files, the working files of open messages and, only on
//! request, the key file.
//!
//! A gzipped tar archive. `manifest.json` is its last entry, so that an archive that ends early is recognized. Rows are read
//! by `store::transfer`; this module only packs and unpacks files, and trusts nothing in an archive.

mod create;
mod extract;
mod files;
mod manifest;
mod restore;

pub(crate) use create::{BackupSource, back_up};
pub(crate) use restore::restore;
