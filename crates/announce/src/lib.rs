//! Tells other systems about status events.
//!
//! A sink is a receiver that an administrator has set up: a webhook, a receiver of CAP alerts or an MQTT broker. Every event
//! that passes its filters becomes a delivery, a row, and a delivery is tried until the receiver has it or 24 hours have
//! passed.
//!
//! No SQL in here; HTTP calls go through [`stormwire_workflow`], which checks addresses.
//!
//! Browsers get notifications by Web Push, which is [`push`]: nobody sets them up but the people who hold them.

pub mod push;
