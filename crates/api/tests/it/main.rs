//! Requests to the router, without network connections.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod account_security;
mod action_secrets;
mod actions;
mod admin_client;
mod caching;
mod certificates;
mod constant_documents;
mod context_paths;
mod credential_purpose;
mod credentials;
mod emulated_provider;
mod end_to_end;
mod external_feed;
mod facilities;
mod graph_mail;
mod guide;
mod http;
mod identity_provider;
mod implausible_strikes;
mod lightning;
mod lightning_fixture;
mod logs;
mod media;
mod oidc;
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
