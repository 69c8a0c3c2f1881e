use super::*;
use secrecy::ExposeSecret;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use stormwire_clock::SystemRng;

const PLACE: SealedLocation = SealedLocation { table: "it.Credential", row: 7, column: "ClientSecret" };

fn load(path: &Path) -> Result<Secrets, SecretsError> {
    Secrets::load(path.to_owned(), Arc::new(SystemRng))
}

fn problem(path: &Path) -> String {
    load(path).err().expect("it should be refused").to_string()
}

#[test]
fn what_is_sealed_for_a_place_opens_there_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = load(&folder.path().join("key")).unwrap();
    let sealed = secrets.seal(&PLACE, &SecretString::from("hunter2")).unwrap();
    assert!(!sealed.contains("hunter2"));
    assert_eq!(secrets.open(&PLACE, &sealed).unwrap().expose_secret(), "hunter2");
    for other in [
        SealedLocation { row: 8, ..PLACE },
        SealedLocation { column: "ClientState", ..PLACE },
        SealedLocation { table: "it.MailboxWatcherJob", ..PLACE },
    ] {
        assert!(matches!(secrets.open(&other, &sealed), Err(SecretsError::Altered(_))), "{other}");
    }
    assert_ne!(sealed, secrets.seal(&PLACE, &SecretString::from("hunter2")).unwrap(), "each seal has its own nonce");
}

#[test]
fn what_was_changed_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = load(&folder.path().join("key")).unwrap();
    let sealed = secrets.seal(&PLACE, &SecretString::from("hunter2")).unwrap();
    let cut = &sealed[..sealed.len() - 1];
    for text in ["", "hunter2", "v1.", "v1.x", cut, &sealed.replace("v1.", "v2.")] {
        assert!(secrets.open(&PLACE, text).is_err(), "{text}");
    }
    let last = if sealed.ends_with('A') { "B" } else { "A" };
    assert!(matches!(secrets.open(&PLACE, &format!("{cut}{last}")), Err(SecretsError::Altered(_))));
}

#[test]
fn the_file_is_made_once_and_for_its_owner_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/key");
    let sealed = load(&path).unwrap().seal(&PLACE, &SecretString::from("kept")).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(load(&path).unwrap().open(&PLACE, &sealed).unwrap().expose_secret(), "kept");
}

#[test]
fn a_file_that_cannot_be_used_is_named_with_the_mend() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    load(&path).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(problem(&path).ends_with("others can read it; run chmod 600 on it"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    for text in ["", "not a key", "stormwire secret keys\n", "stormwire secret keys\nabc tooshort\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(problem(&path).ends_with("it is not a key file of stormwire"), "{text}");
    }
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(problem(&folder.path().join("folder")).contains("it cannot be used"));
}

#[test]
fn the_wrong_file_is_told_from_a_changed_text() {
    let folder = tempfile::tempdir().unwrap();
    let sealed = load(&folder.path().join("one")).unwrap().seal(&PLACE, &SecretString::from("x")).unwrap();
    let refused = load(&folder.path().join("other")).unwrap().open(&PLACE, &sealed).unwrap_err();
    assert!(refused.to_string().contains("put back the key file that belongs to this database"), "{refused}");
}

#[test]
fn a_file_that_was_replaced_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let (running, rotating) = (load(&path).unwrap(), load(&path).unwrap());
    let before = running.seal(&PLACE, &SecretString::from("before")).unwrap();
    let mut keys = rotating.keys().unwrap();
    keys.insert(0, file::new_key(&SystemRng));
    rotating.file.replace(&keys).unwrap();
    let after = running.seal(&PLACE, &SecretString::from("after")).unwrap();
    assert_eq!(seal::key_name(&after), Some(keys[0].name.as_str()), "the running service uses the new key");
    assert_eq!(running.open(&PLACE, &before).unwrap().expose_secret(), "before");
}
