//! The Graph API: `/v1.0/…`.

mod access;
mod attachments;
mod batch;
mod body_params;
mod collection;
mod delta_query;
mod dispatch;
mod folders;
pub(crate) mod handler;
mod message_list;
mod message_ref;
mod messages;
mod request;
mod resource_path;
pub(crate) mod response;
mod send_mail;
mod subscription_request;
mod subscriptions;
mod throttle_guard;
mod users;
