//! Backups of a service that processes messages, and what becomes of them.

mod archive;
mod installation;

use crate::binary::{error_text, run};
use installation::{Installation, stdout};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use stormwire_testkit::{Cluster, Durability};

/// Messages that arrive before, during and after the backup.
const MESSAGES: usize = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn restored_service_replays_what_the_backup_misses() {
    let mut installation = Installation::new("sqlite:data").await;
    back_up_under_load(&mut installation).await;
    let restore = ["restore", "storm.backup", "--into", "restored"];
    let restored = stdout(&run(installation.folder(), &restore));
    assert!(restored.contains("set database.url to \"sqlite:restored\""), "{restored}");
    let twice = error_text(&run(installation.folder(), &restore));
    assert!(twice.contains("restored already has files; restore into an empty or new folder"), "{twice}");
    installation.use_restored("sqlite:restored");
    close_the_gap(&mut installation).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn backup_of_postgres_can_be_restored_to_postgres() {
    let cluster = Cluster::start(Durability::None).unwrap();
    let mut installation = Installation::new(&cluster.url("postgres")).await;
    back_up_under_load(&mut installation).await;
    let restored = run(installation.folder(), &["restore", "storm.backup", "--into", "restored"]);
    assert!(restored.status.success(), "{}", String::from_utf8_lossy(&restored.stderr));
    cluster.execute("postgres", "create database storm").unwrap();
    let target = cluster.url("storm");
    let copied = stdout(&run(installation.folder(), &["copy", "--from", "sqlite:restored", "--to", &target]));
    assert!(copied.starts_with("Copied and compared ") && !copied.contains('@'), "{copied}");
    installation.use_restored(&target);
    close_the_gap(&mut installation).await;
}

/// Takes the backup in the middle, and ends with a crash after everything was processed.
async fn back_up_under_load(installation: &mut Installation) {
    installation.deliver(0..MESSAGES / 3);
    installation.wait_for_strikes(1).await;
    let delivering = installation.deliver_slowly(MESSAGES / 3..2 * MESSAGES / 3);
    let written = stdout(&run(installation.folder(), &["backup", "storm.backup", "--with-key"]));
    assert!(written.starts_with("Backed up ") && written.contains("It contains the key file"), "{written}");
    let mode = fs::metadata(installation.folder().join("storm.backup")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    let left: Vec<_> = fs::read_dir(installation.folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with(".stormwire-backup"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    delivering.await.unwrap();
    installation.deliver(2 * MESSAGES / 3..MESSAGES);
    installation.wait_for_strikes(MESSAGES).await;
    installation.kill();
}

async fn close_the_gap(installation: &mut Installation) {
    installation.start();
    assert!(installation.missing().await > 0, "the backup misses messages");
    installation.replay_missing().await;
    installation.wait_for_strikes(MESSAGES).await;
    assert_eq!(installation.missing().await, 0);
    installation.every_message_has_one_row_and_one_strike().await;
}

#[test]
fn backup_never_replaces_a_file_and_names_a_missing_database() {
    let folder = tempfile::tempdir().unwrap();
    let error = error_text(&run(folder.path(), &["backup", "a.backup"]));
    assert!(error.contains("no stormwire database in sqlite:data"), "{error}");
    assert!(run(folder.path(), &["migrate"]).status.success());
    let error = error_text(&run(folder.path(), &["backup", "none/a.backup"]));
    assert!(error.contains("cannot write to none"), "{error}");
    let error = error_text(&run(folder.path(), &["backup", "a.backup", "--with-key"]));
    assert!(error.contains("secrets.key_file: data/secret.key not found"), "{error}");
    let written = stdout(&run(folder.path(), &["backup", "a.backup"]));
    assert!(written.contains("The key file is not in it: keep a copy of data/secret.key elsewhere."), "{written}");
    let error = error_text(&run(folder.path(), &["backup", "a.backup"]));
    assert!(error.contains("a.backup exists already"), "{error}");
    fs::create_dir_all(folder.path().join("data/media/aerial")).unwrap();
    fs::write(folder.path().join("data/media/aerial/a-2024.jpg"), "image").unwrap();
    stdout(&run(folder.path(), &["backup", "b.backup"]));
    let restored = stdout(&run(folder.path(), &["restore", "b.backup", "--into", "new/data"]));
    assert!(restored.contains("The backup has no key file: copy yours to data/secret.key"), "{restored}");
    assert_eq!(fs::read_to_string(folder.path().join("new/data/media/aerial/a-2024.jpg")).unwrap(), "image");
    assert!(!folder.path().join("new/data/secret.key").exists());
    let queue = run(folder.path(), &["queue", "--database-url", "sqlite:new/data"]);
    assert_eq!(stdout(&queue), "The queue is empty\n");
}
