//! What the groups share.

use stormwire_testkit::TestDb;

/// `name` is `SQLite` or `PostgreSQL`.
pub(crate) async fn create_db(name: &str) -> TestDb {
    if name == "SQLite" { TestDb::sqlite().await } else { TestDb::postgres().await }
}

#[expect(clippy::print_stderr, reason = "progress of a long run")]
pub(crate) fn print_progress(line: &str) {
    eprintln!("{line}");
}
