use crate::auth::application::Application;
use crate::graph::resource_path::ResourcePath;
use crate::graph_error::GraphError;
use crate::shared::EmulatorShared;
use crate::throttle::ThrottleKey;

/// Counts a call to a mailbox as in flight until it is dropped.
pub(crate) struct ThrottleGuard<'a> {
    shared: &'a EmulatorShared,
    /// `None` if the call is not about an existing mailbox.
    key: Option<ThrottleKey>,
}

impl<'a> ThrottleGuard<'a> {
    pub(crate) fn start_call(
        shared: &'a EmulatorShared,
        app: &Application,
        path: &ResourcePath,
    ) -> Result<Self, GraphError> {
        let mut state = shared.state();
        let mailbox = path.user().and_then(|user| state.mailboxes.get(user));
        let Some(mailbox) = mailbox else { return Ok(Self { shared, key: None }) };
        let key = ThrottleKey { client: app.id.clone(), mailbox_address: mailbox.address.clone() };
        let settings = state.settings.clone();
        let started = state.throttle.start_call(&key, &settings, shared.now());
        drop(state);
        let guard = Self { shared, key: Some(key) };
        started.map(|()| guard)
    }
}

impl Drop for ThrottleGuard<'_> {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.shared.state().throttle.end_call(key);
        }
    }
}
