//! The data of the demo: a synthetic city with users, facilities and map layers.

mod aerial;
mod city;
mod layers;
pub(crate) mod vendor;
mod watcher;

pub(crate) use aerial::DemoAerialImages;
pub(crate) use city::{BOUNDS, CENTER, CITY, CRS, TIME_ZONE};
pub(crate) use watcher::{CREW, MAILBOX};

use crate::command_database::open_store;
use anyhow::{Result, ensure};
use secrecy::SecretString;
use std::net::SocketAddr;
use std::sync::Arc;
use stormwire_city::accounts::{Password, Users};
use stormwire_city::config::Config;
use stormwire_city::facilities::{CityMap, Facilities};
use stormwire_city::map_layers::MapLayers;
use stormwire_city::tiles;
use stormwire_service::Surroundings;
use stormwire_store::tables::audit::Actor;
use stormwire_store::tables::user::{self, Role};

/// User name and password of each role.
const USERS: [(Role, &str, &str); 3] = [
    (Role::Admin, "admin", "demo-admin"),
    (Role::Operator, "operator", "demo-operator"),
    (Role::Viewer, "viewer", "demo-viewer"),
];

/// Fills the demo's database, which must be empty: sample users and facilities in the data of a city would be dangerous.
pub(crate) async fn seed_demo_data(
    config: Config,
    surroundings: &Surroundings,
    aerial: &DemoAerialImages,
) -> Result<()> {
    let store = open_store(&config).await?;
    let user_count = user::list(&mut store.reader().await?).await?.len();
    ensure!(user_count == 0, "the database is not empty (it has {user_count} users); the demo needs an empty one");
    tiles::register(&store, aerial.tiles()?, Actor::command_line(), surroundings.clock.now()).await?;
    layers::import_layers(&MapLayers::new(store.clone(), surroundings.clock.clone()), &config.city.crs).await?;
    let users = Users::new(store.clone(), surroundings.clock.clone(), surroundings.rng.clone());
    for (role, name, password) in USERS {
        let password = Password::allow_weak(SecretString::from(password))?;
        users.create(name.into(), role, password, Actor::command_line()).await?;
    }
    watcher::seed_watcher(&config, &store, surroundings).await?;
    let facilities = city::facilities(&config.city.crs)?;
    let places = Arc::new(CityMap::new(config.city.crs, config.city.bounds));
    let all = Facilities::new(store.clone(), surroundings.clock.clone(), places);
    for facility in facilities {
        all.create(facility, Actor::command_line()).await?;
    }
    store.close().await;
    Ok(())
}

/// URLs and sign-ins, printed at the start.
pub(crate) fn welcome_text(address: SocketAddr, provider: &str) -> String {
    let addresses = [
        ("Public page", format!("http://{address}/")),
        ("Dashboard", format!("http://{address}/portal/storm")),
        ("Portal", format!("http://{address}/portal")),
        ("API docs", format!("http://{address}/docs")),
        ("Status", format!("http://{address}/lightning-strikes/status")),
        ("Watched mailbox", format!("{provider}/_emulator/mailboxes/{MAILBOX}/page")),
        ("Sent emails", format!("{provider}/_emulator/mailboxes/{CREW}/page")),
    ];
    let addresses = addresses.map(|(name, address)| format!("  {name:<16} {address}\n")).concat();
    let users = USERS.map(|(_, name, password)| format!("  Sign in as {name} with password {password}\n")).concat();
    format!("\n  {CITY}\n{addresses}\n{users}\n  Press Ctrl-C to stop the demo and delete its data.\n")
}
