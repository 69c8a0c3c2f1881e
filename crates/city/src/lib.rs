//! What a city sets up: configuration, people, secrets, credentials, facilities and aerial tiles.
//!
//! Each module checks its input, records who changed what in the transaction of the change, and knows no HTTP.

pub mod config;
pub mod credentials;
pub mod facilities;
pub mod people;
pub mod secrets;
pub mod tiles;
