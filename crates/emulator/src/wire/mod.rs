//! Conversion of messages, folders and attachments to and from JSON and MIME.

pub(crate) mod attachment;
mod content;
pub(crate) mod folder;
pub(crate) mod message;
pub(crate) mod message_filter;
pub(crate) mod message_input;
pub(crate) mod message_selection;
pub(crate) mod mime_reader;
pub(crate) mod mime_writer;
pub(crate) mod time_format;
