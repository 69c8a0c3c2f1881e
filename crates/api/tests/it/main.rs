//! Requests to the router, without network connections.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod account_security;
mod action_secrets;
mod actions;
mod admin_client;
mod caching;
mod city_settings;
mod constant_documents;
mod context_paths;
mod credentials;
mod emulated_provider;
mod end_to_end;
mod external_feed;
mod facilities;
mod facility_import;
mod first_run;
mod guide;
mod http;
mod implausible_strikes;
mod lightning;
mod lightning_fixture;
mod logs;
mod media;
mod openapi;
mod overload;
mod pages;
mod portal_data;
mod previews;
mod problems;
mod public_pages;
mod readiness;
mod samples;
mod sign_in;
mod strict_input;
mod suggestions;
mod test_app;
mod tiles;
mod users;
mod watchers;
mod webhooks;
mod workflow;
