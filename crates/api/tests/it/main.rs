//! Requests to the router, without network connections.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
// `json!` of a whole watcher.
#![recursion_limit = "256"]

mod access;
mod account_security;
mod action_secrets;
mod actions;
mod admin_client;
mod caching;
mod cap_alerts;
mod certificates;
mod city_settings;
mod constant_documents;
mod context_paths;
mod credential_purpose;
mod credentials;
mod emulated_provider;
mod end_to_end;
mod event_sinks;
mod external_feed;
mod facilities;
mod facility_import;
mod facility_parts;
mod file_watchers;
mod first_run;
mod full_disk;
mod geojson;
mod graph_mail;
mod guide;
mod http;
mod identity_provider;
mod implausible_strikes;
mod lightning;
mod lightning_corpus;
mod lightning_fixture;
mod logs;
mod map_layers;
mod media;
mod oidc;
mod openapi;
mod outages;
mod overload;
mod page_report;
mod pages;
mod policies;
mod portal_data;
mod previews;
mod problems;
mod public_pages;
mod push;
mod readiness;
mod revisions;
mod samples;
mod shadow_runs;
mod sign_in;
mod status_events;
mod status_watchers;
mod strict_input;
mod suggestions;
mod test_app;
mod tiles;
mod users;
mod watchers;
mod webhooks;
mod workflow;
