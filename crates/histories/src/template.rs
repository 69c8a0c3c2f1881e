//! The folder of a service whose city is set up, made once and copied for each history: to migrate and to set up takes longer
//! than most histories.

use crate::city::City;
use crate::set_up::set_up;
use crate::simulation::Simulation;
use anyhow::{Context, Result};
use secrecy::{ExposeSecret, SecretString};
use std::fs::{self, Permissions};
use std::path::{Path, PathBuf};
use stormwire_city::accounts::Password;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::token::{NewToken, TokenFields, TokenScope};
use stormwire_store::tables::user::Role;
use tempfile::TempDir;

pub struct Template {
    pub(crate) city: City,
    /// Of an administrator.
    pub(crate) token: String,
    files: Vec<TemplateFile>,
}

struct TemplateFile {
    path: PathBuf,
    bytes: Vec<u8>,
    /// Only the owner may read the key.
    permissions: Permissions,
}

impl Template {
    pub fn make() -> Result<Self> {
        let folder = memory_folder()?;
        fs::create_dir(folder.path().join("data"))?;
        let mut simulation = Simulation::open(folder, 0)?;
        simulation.set_token(create_token(&simulation)?);
        let city = set_up(&mut simulation)?;
        simulation.stop();
        let mut files = Vec::new();
        read_files(&simulation.folder(), &simulation.folder(), &mut files)?;
        Ok(Self { city, token: simulation.token().to_owned(), files })
    }

    pub(crate) fn copy(&self) -> Result<TempDir> {
        let folder = memory_folder()?;
        for TemplateFile { path, bytes, permissions } in &self.files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
            fs::write(&path, bytes)?;
            fs::set_permissions(&path, permissions.clone())?;
        }
        Ok(folder)
    }
}

/// In memory where the machine has such a file system: nothing here must survive it.
fn memory_folder() -> Result<TempDir> {
    let memory = Path::new("/dev/shm");
    let made = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.context("make a folder for a history")
}

fn create_token(simulation: &Simulation) -> Result<String> {
    let process = simulation.process.as_ref().context("the service runs")?;
    let (users, tokens) = (process.app.users.clone(), process.app.tokens.clone());
    process.runtime.wait_for(async move {
        let password = Password::new(SecretString::from("correct horse battery"), "admin")?;
        let user = users.create("admin".into(), Role::Admin, password, Actor::command_line()).await?;
        let fields = TokenFields { name: "histories".into(), expires_at: None, scope: TokenScope::Admin };
        let created = tokens.create(NewToken { user_id: user.id, fields }, Actor::command_line()).await?;
        let (_, token) = created.context("the user exists")?;
        Ok(token.expose_secret().to_owned())
    })
}

fn read_files(root: &Path, folder: &Path, files: &mut Vec<TemplateFile>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read_files(root, &path, files)?;
        } else {
            let (bytes, permissions) = (fs::read(&path)?, fs::metadata(&path)?.permissions());
            files.push(TemplateFile { path: path.strip_prefix(root)?.to_owned(), bytes, permissions });
        }
    }
    Ok(())
}
