//! Configuration as code: what administrators set up, as a file, and earlier states of it.
//!
//! A [`Document`] is the configuration by names, without ids and secrets. [`describe`] makes one from what the
//! database has ([`installation`]); [`yaml`] reads and writes the file. [`resolve`] turns a document into what is to be stored,
//! [`plan`] compares it with what is stored ([`difference`]). Those decide and write nothing. [`Blueprint`] runs them: it
//! exports, applies a document as a whole or not at all, and restores a revision.

mod apply;
mod blueprint;
mod describe;
pub mod difference;
mod document;
mod error;
mod exposed_keys;
mod installation;
mod notices;
mod plain_words;
pub mod plan;
mod report;
mod resolve;
mod restore;
mod settings;
mod work;
mod write_organization;
mod write_watcher;
mod yaml;

pub use blueprint::Blueprint;
pub use document::Document;
pub use error::{BlueprintError, FileProblem};
pub use report::report;
pub use restore::{RestoreError, Restorer};
pub use work::{Applied, ApplyOptions, Exported};
pub use yaml::{MAX_BYTES, read, write};
