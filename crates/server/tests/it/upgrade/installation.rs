//! An installation of an older version, restored from `tests/upgrade` into a new folder or database.

use crate::binary::{run, stormwire};
use serde_json::Value;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, PgConnection};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use stormwire_store::Database;
use stormwire_testkit::{Cluster, DirectConnection, Durability};
use tempfile::TempDir;

pub(super) struct Installation {
    /// What `make.py` recorded about it.
    pub(super) expected: Value,
    folder: TempDir,
    database: Database,
    /// Relative to the configuration file on SQLite.
    database_url: String,
    /// Stopped on drop.
    _cluster: Option<Cluster>,
}

impl Installation {
    pub(super) async fn sqlite() -> Self {
        let (source, folder) = copied("sqlite");
        let data = folder.path().join("data");
        for schema in ["it", "data", "organization"] {
            let file = SqliteConnectOptions::new().filename(data.join(format!("{schema}.db"))).create_if_missing(true);
            let mut conn = file.connect().await.unwrap();
            sqlx::raw_sql(dump(&source, schema)).execute(&mut conn).await.unwrap();
            conn.close().await.unwrap();
        }
        let (database, database_url) = (Database::Sqlite(data), "sqlite:data".to_owned());
        Self { expected: expected(&source), folder, database, database_url, _cluster: None }
    }

    pub(super) async fn postgres() -> Self {
        let (source, folder) = copied("postgres");
        let cluster = stormwire_testkit::start_cluster(Durability::None).await;
        let database_url = cluster.url("postgres");
        let mut conn = PgConnection::connect(&database_url).await.unwrap();
        sqlx::raw_sql(dump(&source, "database")).execute(&mut conn).await.unwrap();
        conn.close().await.unwrap();
        let database = Database::Postgres(database_url.parse().unwrap());
        Self { expected: expected(&source), folder, database, database_url, _cluster: Some(cluster) }
    }

    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The command that starts the service with this mail server.
    pub(super) fn serve(&self, smtp: &str) -> Command {
        let mut command = stormwire(self.folder());
        let log = fs::File::create(self.folder().join("service.log")).unwrap();
        command.args(["serve", "--database-url", &self.database_url]).env("STORMWIRE__SMTP__URL", smtp).stderr(log);
        command
    }

    /// Runs `stormwire queue` while the service runs, and returns its output.
    pub(super) fn queue(&self, arguments: &[&str]) -> String {
        let output = run(self.folder(), &[&["queue", "--database-url", &self.database_url], arguments].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    pub(super) async fn count(&self, sql: &str) -> i64 {
        DirectConnection::connect(&self.database).await.number(sql).await
    }

    /// The files in the working folder of messages.
    pub(super) fn work_files(&self) -> Vec<PathBuf> {
        files(&self.folder().join("data/work"))
    }
}

/// Copies the configuration and the files next to the database.
fn copied(database: &str) -> (PathBuf, TempDir) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/upgrade").join(database);
    let folder = tempfile::tempdir().unwrap();
    fs::copy(source.join("stormwire.toml"), folder.path().join("stormwire.toml")).unwrap();
    for file in files(&source.join("data")) {
        let target = folder.path().join(file.strip_prefix(&source).unwrap());
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(&file, &target).unwrap();
    }
    // Git does not keep permissions, and a key file that others can read is rejected.
    let key = folder.path().join("data/secret.key");
    fs::set_permissions(key, fs::Permissions::from_mode(0o600)).unwrap();
    (source, folder)
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn dump(source: &Path, name: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(fs::read_to_string(source.join(format!("{name}.sql"))).unwrap())
}

fn expected(source: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(source.join("expected.json")).unwrap()).unwrap()
}
