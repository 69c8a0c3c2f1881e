//! One file per table or topic: its rows as types, and the statements that read and write them.

pub mod action;
pub mod audit;
pub mod change;
pub mod claim;
pub mod credential;
pub mod effect;
pub mod facility;
pub mod feed;
pub mod log;
pub mod log_counts;
pub mod mailing;
pub mod operator_mail;
pub mod retention;
pub mod sample;
pub mod sealed;
pub mod session;
pub mod strike;
pub mod subscription;
pub mod system;
pub mod text;
pub mod tile;
pub mod token;
pub mod user;
pub mod watcher;
mod watcher_fields;
pub mod work_order;
pub mod workflow;
