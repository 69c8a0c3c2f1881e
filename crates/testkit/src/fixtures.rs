//! What the migrations make of empty databases, once: they take longer than most tests. A whole run of `make test` shares what
//! the program `test-worker fixtures` made; a test binary that is started alone makes its own.

use crate::cluster::{Cluster, Durability, start_cluster};
use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stormwire_clock::SystemClock;
use stormwire_store::{Database, Store};
use tokio::sync::OnceCell;

/// The folder that `test-worker fixtures` filled.
const FOLDER_VARIABLE: &str = "STORMWIRE_TEST_FIXTURES";
/// In it, names the folder of the cluster.
const CLUSTER_FILE: &str = "cluster";
/// In it, a migrated SQLite folder.
const SQLITE_FOLDER: &str = "sqlite";
/// The migrated database of the cluster.
pub(crate) const TEMPLATE: &str = "stormwire_template";

/// Fills the folder for other processes, which share the cluster while this value lives.
pub async fn share_fixtures(folder: &Path) -> Result<Cluster> {
    let sqlite = folder.join(SQLITE_FOLDER);
    fs::create_dir_all(&sqlite)?;
    for file in MigratedFiles::migrate().await?.0 {
        fs::write(sqlite.join(file.name), file.bytes)?;
    }
    let cluster = start_migrated_cluster().await?;
    fs::write(folder.join(CLUSTER_FILE), cluster.folder().as_os_str().as_encoded_bytes())?;
    Ok(cluster)
}

static CLUSTER: OnceCell<Cluster> = OnceCell::const_new();
static MIGRATED_FILES: OnceCell<MigratedFiles> = OnceCell::const_new();

/// The cluster that tests share, with the template.
pub(crate) async fn cluster() -> &'static Cluster {
    let found = async {
        let Some(folder) = shared_folder() else { return Box::pin(start_migrated_cluster()).await };
        let cluster = fs::read_to_string(folder.join(CLUSTER_FILE)).context("read the shared fixtures")?;
        Cluster::of_other_process(PathBuf::from(cluster))
    };
    CLUSTER.get_or_init(async || found.await.expect("a PostgreSQL for tests")).await
}

pub(crate) async fn migrated_files() -> &'static MigratedFiles {
    let found = async {
        match shared_folder() {
            Some(folder) => MigratedFiles::read(&folder.join(SQLITE_FOLDER)),
            None => Box::pin(MigratedFiles::migrate()).await,
        }
    };
    MIGRATED_FILES.get_or_init(async || found.await.expect("migrated files for tests")).await
}

#[expect(clippy::disallowed_methods, reason = "cargo starts test binaries without arguments of ours")]
fn shared_folder() -> Option<PathBuf> {
    std::env::var_os(FOLDER_VARIABLE).map(PathBuf::from)
}

async fn start_migrated_cluster() -> Result<Cluster> {
    let cluster = start_cluster(Durability::None).await;
    cluster.execute("postgres", &format!("create database {TEMPLATE}"))?;
    let store = Store::open(&Database::Postgres(cluster.url(TEMPLATE).parse()?), None, Arc::new(SystemClock)).await?;
    store.close().await;
    Ok(cluster)
}

/// A SQLite database without rows.
pub(crate) struct MigratedFiles(pub(crate) Vec<DatabaseFile>);

pub(crate) struct DatabaseFile {
    pub(crate) name: OsString,
    pub(crate) bytes: Vec<u8>,
}

impl MigratedFiles {
    async fn migrate() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let store = Store::open(&Database::Sqlite(folder.path().to_owned()), None, Arc::new(SystemClock)).await?;
        store.close().await;
        Self::read(folder.path())
    }

    fn read(folder: &Path) -> Result<Self> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            // Neither locks nor the indexes of write-ahead logs: SQLite builds those again.
            if Path::new(&name).extension().is_some_and(|extension| extension == "db" || extension == "db-wal") {
                files.push(DatabaseFile { bytes: fs::read(folder.join(&name))?, name });
            }
        }
        Ok(Self(files))
    }
}
