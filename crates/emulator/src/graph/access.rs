use crate::auth::application::Application;
use crate::graph_error::GraphError;
use crate::state::EmulatorState;
use crate::store::mailbox::MailboxAccess;

/// Must come before everything else that depends on the mailbox.
pub(crate) fn check_access(state: &EmulatorState, app: &Application, user: &str) -> Result<(), GraphError> {
    let mailbox = state.mailbox(user)?;
    // For applications of other tenants the user does not exist.
    if mailbox.tenant.as_ref().is_some_and(|tenant| !tenant.eq_ignore_ascii_case(&app.tenant)) {
        return Err(GraphError::user_not_found(user));
    }
    match mailbox.access {
        MailboxAccess::Open => Ok(()),
        MailboxAccess::Denied => Err(GraphError::access_denied()),
        MailboxAccess::Inactive => Err(GraphError::mailbox_inactive()),
    }
}
