//! The operations of the control API, for its routes and for tests in the same process.

use crate::control::error::ControlError;
use crate::faults::{FaultInjector, FaultSet, LifecycleEvent};
use crate::shared::EmulatorShared;
use crate::store::exchange_id::IdType;
use crate::store::message::NewMessage;
use crate::wire::message::{MessageView, message_json};
use serde_json::Value;

pub(crate) fn check_address(address: &str) -> Result<(), String> {
    let parts = address.split_once('@').filter(|(name, host)| !name.is_empty() && !host.is_empty());
    let is_forbidden = |char: char| char.is_whitespace() || char.is_control() || "/()".contains(char);
    match parts {
        Some(_) if !address.contains(is_forbidden) => Ok(()),
        _ => Err(format!("address {address:?} is not a valid mailbox address")),
    }
}

/// Delivers to a path of folders, which are created if missing, or as new mail. Returns the immutable id.
pub(crate) fn deliver(
    shared: &EmulatorShared,
    address: &str,
    folder: Option<&str>,
    message: NewMessage,
) -> Result<String, ControlError> {
    let mut state = shared.state();
    let mailbox = state.mailboxes.get_mut(address).ok_or_else(|| ControlError::mailbox_not_found(address))?;
    let delivered = match folder {
        Some(path) => {
            let folder = mailbox.folders.ensure_path(path);
            let delivered = mailbox.deliver(message, folder, shared.now());
            delivered.map_err(|_| ControlError::bad_request("folder not found"))?
        }
        None => mailbox
            .receive(message, shared.now())
            .ok_or_else(|| ControlError::bad_request(format!("mailbox {address} is full")))?,
    };
    let id = mailbox.message_id(delivered.message, IdType::Immutable);
    shared.notify_subscribers(&mut state, address, &[delivered.event]);
    Ok(id)
}

/// All messages of a mailbox in the order of their delivery, each with the path of its `folder`. `None` if there is no
/// such mailbox.
pub(crate) fn all_messages(shared: &EmulatorShared, address: &str) -> Option<Vec<Value>> {
    let state = shared.state();
    let mailbox = state.mailboxes.get(address)?;
    let view = MessageView { id_type: IdType::Immutable, ..MessageView::default() };
    let mut messages: Vec<_> = mailbox.messages().collect();
    messages.sort_by_key(|message| message.key);
    let items = messages.into_iter().map(|message| {
        let mut map = message_json(mailbox, message, &view);
        map.insert("folder".into(), mailbox.folders.path(message.folder).into());
        Value::from(map)
    });
    Some(items.collect())
}

/// Replaces the faults, and carries out those that happen once.
pub(crate) fn apply_faults(shared: &EmulatorShared, faults: FaultSet) -> Result<(), ControlError> {
    faults.validate().map_err(ControlError::bad_request)?;
    let now = shared.now();
    let mut state = shared.state();
    if faults.not_found_once {
        state.mailboxes.clear_fetched();
    }
    if faults.lose_delta_state {
        state.delta_chains.clear();
    }
    if let Some(event) = faults.lifecycle {
        for notification in state.subscriptions.lifecycle_notifications(event, now) {
            shared.outbox.enqueue_without_faults(notification, &mut state.notification_counts, now);
        }
    }
    if faults.expire_subscriptions || faults.lifecycle == Some(LifecycleEvent::SubscriptionRemoved) {
        state.subscriptions.clear();
    }
    state.faults = FaultInjector::new(faults);
    Ok(())
}
