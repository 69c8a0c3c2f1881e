//! `stormwire config apply` ends before its last commit: applying the file again completes it.

use crate::binary::{error_text, stormwire};
use crate::config_files::stdout;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};
use stormwire_store::Database;
use stormwire_testkit::process::Process;
use stormwire_testkit::service::wait_until;
use stormwire_testkit::{DirectConnection, TestDb, on_both_databases};

const FILE: &str = "version: 1
credentials:
- {name: City, clientId: app, namespace: contoso.com, purpose: mailbox}
policies:
- {name: City default, isDefault: true, radiusMiles: 9, dangerMinutes: 30, allClearMinutes: 30, historyHours: 8}
- {name: Golf, radiusMiles: 10, dangerMinutes: 30, allClearMinutes: 45, historyHours: 8}
watchers:
- name: Strikes
  mailboxAddress: storm@example.gov
  credential: City
  actions:
  - {name: Settings, actionType: Data, config: {Op: {Action: Set}, Data: {A: 1}}}
sinks:
- {name: Alerts, kind: Cap, url: 'https://a.example/cap'}
";
/// In blocks of 512 bytes: 4 MiB, which is more than the command writes to any file.
const MAX_FILE_BLOCKS: u32 = 8_192;
/// Sessions that wait for an advisory lock, which nothing else in these tests does.
const WAITING: &str = "pg_locks where locktype = 'advisory' and not granted \
                       and database = (select oid from pg_database where datname = current_database())";

/// Puts the file into the folder of the test, as `export` writes it. Returns it.
fn put_file(db: &TestDb) -> String {
    let other = tempfile::tempdir().unwrap();
    fs::write(other.path().join("city.yaml"), FILE).unwrap();
    stdout(other.path(), &["config", "apply", "city.yaml"]);
    let exported = stdout(other.path(), &["config", "export"]);
    fs::write(db.folder().join("city.yaml"), &exported).unwrap();
    exported
}

/// The policies, and the rows of everything else.
async fn stored(db: &TestDb) -> [i64; 2] {
    let mut others = 0;
    for table in ["Credential", "MailboxWatcherJob", "MailboxWatcherAction", "EventSink"] {
        others += db.count(&format!("select count(*) from it.{table}")).await;
    }
    [db.count("select count(*) from organization.Policy").await, others]
}

/// Makes the write-ahead log of `it.db` longer than a process with [`MAX_FILE_BLOCKS`] may write. The connection that is returned
/// keeps writers from starting the log over.
async fn lengthen_log(db: &TestDb) -> DirectConnection {
    let mut reader = DirectConnection::connect(&db.database).await;
    reader.execute("begin").await.unwrap();
    reader.number("select count(*) from it.Audit").await;
    db.execute("create table it.Filler (Content blob)").await;
    db.execute("insert into it.Filler values (zeroblob(10000000))").await;
    reader
}

/// The policies are committed. The commit of the rest exceeds the limit, which ends the process, unless it ignores the signal.
fn apply_with_limit(db: &TestDb, prepare: &str) -> Output {
    let script = format!("{prepare} ulimit -c 0; ulimit -f {MAX_FILE_BLOCKS}; exec \"$0\" \"$@\"");
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_stormwire"), "config", "apply", "city.yaml"]);
    command.args(["--database-url", &db.url()]).current_dir(db.folder()).env_clear().stdin(Stdio::null());
    command.output().unwrap()
}

/// Kills the command while PostgreSQL is about to commit.
async fn kill_during_commit(db: &TestDb) {
    let mut holder = DirectConnection::connect(&db.database).await;
    holder.execute("select pg_advisory_lock(7)").await.unwrap();
    db.execute(
        "create function it.hold() returns trigger language plpgsql as $$ begin \
         perform pg_advisory_xact_lock(7); return null; end $$",
    )
    .await;
    db.execute(
        "create constraint trigger Hold after insert on it.MailboxWatcherJob deferrable initially deferred \
         for each row execute function it.hold()",
    )
    .await;
    let mut command = stormwire(db.folder());
    command.args(["config", "apply", "city.yaml", "--database-url", &db.url()]).stdout(Stdio::null());
    let mut process = Process::start(command);
    let waiting = format!("select count(*) from {WAITING}");
    wait_until(async || process.is_running() && db.count(&waiting).await == 1).await;
    process.kill();
    // The server notices only when it responds that the client is gone, and would commit before.
    db.execute(&format!("select pg_terminate_backend(pid) from {WAITING}")).await;
    wait_until(async || db.count(&waiting).await == 0).await;
    db.execute("drop trigger Hold on it.MailboxWatcherJob").await;
}

/// What a crash leaves: on SQLite the policies, which are in another file; on PostgreSQL nothing. Returns the number of changes that
/// are left.
async fn crash(db: &TestDb) -> usize {
    match &db.database {
        Database::Sqlite(_) => {
            let _reader = lengthen_log(db).await;
            let output = apply_with_limit(db, "");
            assert!(output.status.signal().is_some(), "{output:?}");
            assert_eq!(stored(db).await, [2, 0]);
            3
        }
        Database::Postgres(_) => {
            kill_during_commit(db).await;
            assert_eq!(stored(db).await, [1, 0]);
            5
        }
    }
}

on_both_databases! {
    async fn a_second_apply_completes_what_a_crash_left(db: &TestDb) {
        let file = put_file(db);
        let left = crash(db).await;
        let url = db.url();
        let apply = ["config", "apply", "city.yaml", "--database-url", &url];
        let applied = stdout(db.folder(), &apply);
        assert!(applied.ends_with(&format!("Applied {left} changes\n")), "{applied}");
        assert_eq!(stdout(db.folder(), &["config", "export", "--database-url", &url]), file, "the same bytes");
        assert_eq!(stored(db).await, [2, 4], "nothing is stored twice");
        let again = stdout(db.folder(), &apply);
        assert!(again.ends_with("Nothing to change\n") && !again.contains("+ "), "{again}");
        assert!(again.contains("! watcher \"Strikes\" is disabled: enter the secret of the credential \"City\""), "{again}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_fails_after_the_policies_is_reported() {
    let db = TestDb::sqlite().await;
    put_file(&db);
    let _reader = lengthen_log(&db).await;
    let error = error_text(&apply_with_limit(&db, "trap '' XFSZ;"));
    assert!(error.contains("city.yaml: only the policies were written: the rest could not be stored: "), "{error}");
    assert_eq!(stored(&db).await, [2, 0]);
    db.end().await;
}
