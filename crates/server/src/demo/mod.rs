//! What the demo starts with: an invented city, its people and its places.

mod aerial;
mod city;
pub(crate) mod vendor;
mod watcher;

pub(crate) use aerial::Aerial;
pub(crate) use city::{BOUNDS, CENTRE, CITY, CRS};
pub(crate) use watcher::{CREW, MAILBOX};

use crate::command::store;
use crate::serve::World;
use anyhow::Result;
use secrecy::SecretString;
use std::net::SocketAddr;
use std::sync::Arc;
use stormwire_city::config::Config;
use stormwire_city::facilities::{Facilities, Places};
use stormwire_city::people::{Password, Users};
use stormwire_city::tiles;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::Role;

/// The city's time.
pub(crate) const TIME_ZONE: &str = "America/Chicago";

/// Name and password of each role. They open nothing but the demo.
const PEOPLE: [(Role, &str, &str); 3] = [
    (Role::Admin, "admin", "demo-admin"),
    (Role::Operator, "operator", "demo-operator"),
    (Role::Viewer, "viewer", "demo-viewer"),
];

/// Fills the demo's empty database.
pub(crate) async fn seed(config: Config, world: &World, aerial: &Aerial) -> Result<()> {
    let store = store(&config).await?;
    tiles::register(&store, aerial.tiles()?, Actor::command_line(), world.0.now()).await?;
    let users = Users::new(store.clone(), world.clone());
    for (role, name, password) in PEOPLE {
        let password = Password::new(SecretString::from(password))?;
        users.create(name.into(), role, password, Actor::command_line()).await?;
    }
    watcher::seed(&config, &store, world).await?;
    let facilities = city::facilities(&config.city.crs)?;
    let places = Arc::new(Places::new(config.city.crs, config.city.bounds));
    let all = Facilities::new(store.clone(), world.0.clone(), places);
    for facility in facilities {
        all.create(facility, Actor::command_line()).await?;
    }
    store.close().await;
    Ok(())
}

/// What a person needs to know to look around.
pub(crate) fn greeting(address: SocketAddr, provider: &str) -> String {
    let places = [
        ("storm", format!("http://{address}/ (what the public sees; the supervisors' is at /portal/storm)")),
        ("portal", format!("http://{address}/portal")),
        ("API", format!("http://{address}/docs")),
        ("status", format!("http://{address}/lightning-strikes/status")),
        ("mail", format!("{provider}/_emulator (a Graph emulator; the watcher looks after {MAILBOX})")),
        ("outbox", format!("{provider}/_emulator/mailboxes/{CREW}/page (the mails about facilities)")),
    ];
    let places = places.map(|(name, place)| format!("  {name:<8} {place}\n")).concat();
    let people = PEOPLE.map(|(_, name, password)| format!("  sign in as {name} with {password}\n")).concat();
    format!("\n  {CITY}\n{places}\n{people}\n  Ctrl-C ends the demo and leaves nothing behind.\n")
}
