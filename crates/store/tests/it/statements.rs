//! Every file under `sql/` can be prepared on its databases and is used.

use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};
use std::fs;
use std::path::{Path, PathBuf};
use stormwire_testkit::{DirectConnection, TestDb};

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.path() {
            path if path.is_dir() => found.extend(files(&path, ending)),
            path if path.to_string_lossy().ends_with(ending) => found.push(path),
            _ => {}
        }
    }
    found
}

pub(crate) fn crate_path(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// The statements of one database: all except those of the other.
pub(crate) fn statements(other: &str) -> Vec<(PathBuf, String)> {
    let mut all = files(&crate_path("sql"), ".sql");
    all.retain(|path| !path.to_string_lossy().ends_with(&format!(".{other}.sql")));
    assert!(all.len() > 10, "the statements were not found");
    all.into_iter().map(|path| (path.clone(), fs::read_to_string(path).unwrap())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_statement_prepares_on_sqlite() {
    let db = TestDb::sqlite().await;
    let DirectConnection::Sqlite(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    for (path, text) in statements("postgres") {
        let prepared = conn.prepare(AssertSqlSafe(text).into_sql_str()).await;
        assert!(prepared.is_ok(), "{}: {}", path.display(), prepared.err().unwrap());
    }
    drop(conn);
    db.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_statement_prepares_on_postgres() {
    let db = TestDb::postgres().await;
    let DirectConnection::Postgres(mut conn) = DirectConnection::connect(&db.database).await else { unreachable!() };
    for (path, text) in statements("sqlite") {
        let prepared = conn.prepare(AssertSqlSafe(text).into_sql_str()).await;
        assert!(prepared.is_ok(), "{}: {}", path.display(), prepared.err().unwrap());
    }
    db.end().await;
}

#[test]
fn every_statement_is_used() {
    let sources: String =
        files(&crate_path("src"), ".rs").iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    for path in files(&crate_path("sql"), ".sql") {
        let name = path.strip_prefix(crate_path("sql")).unwrap().to_string_lossy().into_owned();
        let name = name.trim_end_matches(".sql").trim_end_matches(".sqlite").trim_end_matches(".postgres");
        assert!(sources.contains(&format!("sql!(\"{name}\"")), "sql/{name} is not used");
    }
}

#[test]
fn migrations_have_the_same_names_on_both_databases() {
    let names = |database: &str| {
        let root = crate_path("migrations").join(database);
        let mut names: Vec<String> = files(&root, ".sql")
            .iter()
            .map(|path| path.strip_prefix(&root).unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("sqlite"), names("postgres"));
}
