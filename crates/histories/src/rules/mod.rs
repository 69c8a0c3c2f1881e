//! What must hold.

mod clear;
mod events;
mod mails;
mod secrets;

use crate::rule::Rule;

pub(crate) fn all() -> Vec<Box<dyn Rule>> {
    [clear::rules(), events::rules(), mails::rules(), secrets::rules()].into_iter().flatten().collect()
}
