//! Subscriptions and the notifications they cause. Sending is in `delivery`.

pub(crate) mod counts;
pub(crate) mod notification;
pub(crate) mod outbox;
pub(crate) mod subscription;
pub(crate) mod subscription_store;
