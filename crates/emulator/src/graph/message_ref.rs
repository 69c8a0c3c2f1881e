use crate::graph_error::GraphError;
use crate::state::EmulatorState;
use crate::store::mailbox::Mailbox;
use crate::store::message::Message;

/// A message as the path of a call names it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MessageRef<'a> {
    pub(crate) user: &'a str,
    pub(crate) folder: Option<&'a str>,
    pub(crate) message: &'a str,
}

impl MessageRef<'_> {
    /// If the path contains a folder, the message must be in it.
    pub(crate) fn find<'s>(&self, state: &'s EmulatorState) -> Result<(&'s Mailbox, &'s Message), GraphError> {
        let mailbox = state.mailbox(self.user)?;
        let message = mailbox.find_message(self.message)?;
        match self.folder.map(|folder| mailbox.find_folder(folder)).transpose()? {
            Some(folder) if folder.key != message.folder => Err(GraphError::message_not_found()),
            _ => Ok((mailbox, message)),
        }
    }
}
