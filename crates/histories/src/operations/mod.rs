//! What can happen. An operation does one thing to the simulation, writes down in the model what that means, and says it in one line.

mod mail;
mod network;
mod person;
mod process;
mod time;

use crate::operation::Operation;

pub(crate) fn all() -> Vec<&'static Operation> {
    [mail::OPERATIONS, network::OPERATIONS, person::OPERATIONS, process::OPERATIONS, time::OPERATIONS]
        .into_iter()
        .flatten()
        .collect()
}
