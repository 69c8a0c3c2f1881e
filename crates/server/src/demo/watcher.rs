//! The demo's watcher, on a mailbox of the emulated provider.

use super::TIME_ZONE;
use super::vendor::LAYOUT;
use crate::serve::{Base, World};
use crate::watching;
use anyhow::Result;
use serde_json::{Value, json};
use stormwire_service::config::Config;
use stormwire_service::credentials::{CredentialFields, Credentials};
use stormwire_service::people::Actor;
use stormwire_service::secrets::Secrets;
use stormwire_service::store::Store;
use stormwire_service::store::action::ActionFields;
use stormwire_service::store::job::{JobFields, Mode};

/// The watched mailbox.
pub(crate) const MAILBOX: &str = "storm@demo.example";

/// A credential, a watcher that turns the vendor's mail into strikes, switched on.
pub(super) async fn seed(config: &Config, store: &Store, world: &World) -> Result<()> {
    let secrets = Secrets::load(config.key_file.clone(), world.1.clone())?;
    let credentials = Credentials::new(store.clone(), world.0.clone(), secrets.clone());
    let fields = CredentialFields {
        name: "Demo".into(),
        client_id: "demo".into(),
        namespace: "demo.example".into(),
        secret_expires_at: None,
    };
    let credential = credentials.create(fields, "demo".into(), Actor::command_line()).await?;
    let base = Base { store: store.clone(), world: world.clone(), secrets };
    // Where the provider reaches us is known once the service listens; nothing here asks for it.
    let watch = watching::watch(config, &base, &"http://127.0.0.1".parse()?)?;
    let made = watch.create_job(job(credential.id), Actor::command_line()).await?;
    for action in actions() {
        watch.create_action(made.job.id, action, Actor::command_line()).await?;
    }
    watch.enable_job(made.job.id, true, Actor::command_line()).await?;
    Ok(())
}

fn job(credential: i64) -> JobFields {
    JobFields {
        name: "Lightning mail".into(),
        description: "Looks after the mailbox of the emulated provider".into(),
        is_enabled: false,
        mailbox_address: MAILBOX.into(),
        folder_path: "Inbox".into(),
        folder_id: None,
        from_filter: None,
        subject_filter: None,
        credential_id: Some(credential),
        mode: Mode::Subscription,
        move_on_process: true,
        include_attachments: false,
        max_attachment_mb: 10,
        reconciliation_interval_seconds: Some(10),
        process_existing: Some(true),
    }
}

/// Reads the strikes out of a mail and merges them into the table.
fn actions() -> [ActionFields; 2] {
    let merge = json!({
        "Op": {"Action": "Merge", "Target": "data.LightningStrike", "Source": "$.Extract.Items", "Distinct": true},
        "MatchOn": ["Timestamp", "Latitude", "Longitude", "Name", "Type"],
    });
    let extract = LAYOUT.action(TIME_ZONE);
    [action("Read the strikes", "TextExtract", extract), action("Merge the strikes", "Sql", merge)]
}

fn action(name: &str, action_type: &str, config: Value) -> ActionFields {
    let (name, action_type) = (name.to_owned(), action_type.to_owned());
    ActionFields { name, action_type, config, order: None, credential_id: None, is_phase_one: true }
}
