//! Action handlers on both databases, against real HTTP and mail servers.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod batch_threat;
mod chats;
mod desk;
mod effects;
mod emails;
mod extracting;
mod facility_mails;
mod http_calls;
mod sql;
mod sql_effects;
mod sql_merge;
mod sql_query;
mod sql_wall;
mod work_orders;
