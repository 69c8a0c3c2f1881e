use super::*;
use secrecy::ExposeSecret;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use stormwire_clock::SystemRng;

const LOCATION: SealedLocation = SealedLocation { table: "it.Credential", row: 7, column: "ClientSecret" };

fn load(path: &Path) -> Result<Secrets, SecretsError> {
    Secrets::load(path.to_owned(), Arc::new(SystemRng))
}

fn problem(path: &Path) -> String {
    load(path).err().expect("it should fail").to_string()
}

#[test]
fn sealed_value_opens_only_at_its_location() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = load(&folder.path().join("key")).unwrap();
    let sealed = secrets.seal(&LOCATION, &SecretString::from("hunter2")).unwrap();
    assert!(!sealed.contains("hunter2"));
    assert_eq!(secrets.open(&LOCATION, &sealed).unwrap().expose_secret(), "hunter2");
    for other in [
        SealedLocation { row: 8, ..LOCATION },
        SealedLocation { column: "ClientState", ..LOCATION },
        SealedLocation { table: "it.MailboxWatcherJob", ..LOCATION },
    ] {
        assert!(matches!(secrets.open(&other, &sealed), Err(SecretsError::Altered(_))), "{other}");
    }
    assert_ne!(sealed, secrets.seal(&LOCATION, &SecretString::from("hunter2")).unwrap(), "each seal has its own nonce");
}

#[test]
fn changed_value_does_not_open() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = load(&folder.path().join("key")).unwrap();
    let sealed = secrets.seal(&LOCATION, &SecretString::from("hunter2")).unwrap();
    let cut = &sealed[..sealed.len() - 1];
    for text in ["", "hunter2", "v1.", "v1.x", cut, &sealed.replace("v1.", "v2.")] {
        assert!(secrets.open(&LOCATION, text).is_err(), "{text}");
    }
    let last = if sealed.ends_with('A') { "B" } else { "A" };
    assert!(matches!(secrets.open(&LOCATION, &format!("{cut}{last}")), Err(SecretsError::Altered(_))));
}

#[test]
fn file_is_created_once_and_only_for_its_owner() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/key");
    let sealed = load(&path).unwrap().seal(&LOCATION, &SecretString::from("kept")).unwrap();
    assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(load(&path).unwrap().open(&LOCATION, &sealed).unwrap().expose_secret(), "kept");
}

#[test]
fn reading_creates_no_file_and_names_the_missing_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/key");
    let for_reading = || Secrets::load_for_reading(path.clone(), Arc::new(SystemRng)).unwrap();
    let secrets = for_reading();
    assert!(secrets.check().is_ok() && std::fs::read_dir(folder.path()).unwrap().count() == 0);
    let sealed = load(&path).unwrap().seal(&LOCATION, &SecretString::from("kept")).unwrap();
    let error = secrets.open(&LOCATION, &sealed).unwrap_err();
    assert!(matches!(&error, SecretsError::UnknownKey { path: named, .. } if *named == path), "{error}");
    assert_eq!(for_reading().open(&LOCATION, &sealed).unwrap().expose_secret(), "kept", "a file that exists is read");
}

#[test]
fn unusable_file_is_named_with_the_fix() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    load(&path).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).unwrap();
    assert!(problem(&path).ends_with("other users can read this file; run `chmod 600` on it"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).unwrap();
    for text in ["", "not a key", "stormwire secret keys\n", "stormwire secret keys\nabc tooshort\n"] {
        std::fs::write(&path, text).unwrap();
        assert!(problem(&path).contains("not a stormwire key file"), "{text}");
    }
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    assert!(problem(&folder.path().join("folder")).contains("not a regular file"));
}

#[test]
fn wrong_key_file_has_its_own_error() {
    let folder = tempfile::tempdir().unwrap();
    let sealed = load(&folder.path().join("one")).unwrap().seal(&LOCATION, &SecretString::from("x")).unwrap();
    let error = load(&folder.path().join("other")).unwrap().open(&LOCATION, &sealed).unwrap_err();
    assert!(error.to_string().contains("restore the key file that belongs to this database"), "{error}");
}

#[test]
fn replaced_file_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let (running, rotating) = (load(&path).unwrap(), load(&path).unwrap());
    let before = running.seal(&LOCATION, &SecretString::from("before")).unwrap();
    let mut keys = rotating.keys().unwrap();
    keys.insert(0, file::new_key(&SystemRng));
    rotating.file.replace(&keys).unwrap();
    let after = running.seal(&LOCATION, &SecretString::from("after")).unwrap();
    assert_eq!(seal::key_name(&after), Some(keys[0].name.as_str()), "the running service uses the new key");
    assert_eq!(running.open(&LOCATION, &before).unwrap().expose_secret(), "before");
}
