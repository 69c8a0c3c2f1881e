//! Action handlers on both databases, against real HTTP and mail servers.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod action_fixture;
mod batch_threat;
mod chat;
mod dry_steps;
mod effects;
mod email;
mod extract;
mod facility_mail;
mod http;
mod ready_layouts;
mod shared_config;
mod sql_access;
mod sql_effects;
mod sql_facility;
mod sql_fixture;
mod sql_merge;
mod sql_outages;
mod sql_query;
mod status_workflows;
mod work_order;
