//! What a city sets up: configuration, settings of the city, users, secrets, credentials, facilities, their
//! policies, aerial tiles and map layers.
//!
//! Each module checks its input, records who changed what in the transaction of the change, and knows no HTTP.

pub mod accounts;
pub mod action_secrets;
mod address_slots;
pub mod city_settings;
mod city_values;
pub mod config;
mod counted_address;
pub mod credential_usage;
pub mod credentials;
pub mod facilities;
mod geojson;
mod import_error;
pub mod map_layers;
pub mod policies;
mod recorder;
pub mod revisions;
pub mod secrets;
pub mod tiles;

pub use address_slots::{AddressSlots, Slot, SlotLimits, SlotRejection};
pub use counted_address::counted_address;
pub use import_error::{ImportError, LineError};
pub use recorder::Recorder;
