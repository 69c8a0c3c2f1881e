//! The mark of a test message. It contains an authentication code, so that nobody can forge a message that is recognized,
//! and a nonce, so that an old message does not pass for a new one.

use crate::error::WatcherError;
use stormwire_city::secrets::Secrets;
use stormwire_graph::{Address, Header, Message, OutgoingMessage};
use stormwire_store::WatcherId;

const HEADER: &str = "X-Stormwire-Canary";
const SUBJECT: &str = "stormwire delivery test";
const PURPOSE: &str = "canary";
const VERSION: &str = "v1";
/// Longer texts are not read.
const MAX_MARK_CHARS: usize = 200;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CanaryMark {
    pub(crate) watcher_id: WatcherId,
    pub(crate) nonce: String,
}

impl CanaryMark {
    fn signed_text(&self) -> String {
        format!("{VERSION}.{}.{}", self.watcher_id, self.nonce)
    }

    /// `v1.<watcher>.<nonce>.<code>`
    pub(super) fn sign(&self, secrets: &Secrets) -> Result<String, WatcherError> {
        let text = self.signed_text();
        let code = secrets.authentication_code(PURPOSE, &text)?;
        Ok(format!("{text}.{code}"))
    }

    /// `None` if it is not a mark, or a forged one.
    fn read(secrets: &Secrets, text: &str) -> Result<Option<Self>, WatcherError> {
        if text.len() > MAX_MARK_CHARS {
            return Ok(None);
        }
        let parts: Vec<&str> = text.trim().split('.').collect();
        let &[VERSION, watcher, nonce, code] = parts.as_slice() else { return Ok(None) };
        let Ok(watcher_id) = watcher.parse() else { return Ok(None) };
        let mark = Self { watcher_id, nonce: nonce.to_owned() };
        Ok(secrets.is_authentic(PURPOSE, &mark.signed_text(), code)?.then_some(mark))
    }
}

/// The mark is in a header, and in the subject for mail systems that remove unknown headers.
pub(super) fn test_message(mailbox: &str, mark: &str) -> OutgoingMessage {
    OutgoingMessage {
        to: vec![Address { address: mailbox.to_owned(), name: None }],
        cc: Vec::new(),
        reply_to: Vec::new(),
        subject: format!("{SUBJECT} {mark}"),
        html: None,
        text: Some(
            "stormwire sends this message to itself to check that mail still arrives in this mailbox. It is filed \
             automatically. Do not filter it."
                .into(),
        ),
        headers: vec![Header { name: HEADER.into(), value: mark.to_owned() }],
        save_to_sent_items: false,
    }
}

/// The mark of a test message of this installation; `None` for any other message.
pub(crate) fn recognize(secrets: &Secrets, message: &Message) -> Result<Option<CanaryMark>, WatcherError> {
    let in_subject = message.subject.as_deref().and_then(|subject| subject.strip_prefix(SUBJECT));
    for text in message.header(HEADER).into_iter().chain(in_subject) {
        if let Some(mark) = CanaryMark::read(secrets, text)? {
            return Ok(Some(mark));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use stormwire_clock::SeededRng;
    use stormwire_graph::{Body, FolderId, MessageKey};

    fn secrets(folder: &std::path::Path, name: &str) -> Secrets {
        Secrets::load(folder.join(name), Arc::new(SeededRng::new(name.len() as u64))).unwrap()
    }

    fn received(subject: &str, header: Option<&str>) -> Message {
        Message {
            key: MessageKey::new("k"),
            internet_message_id: None,
            subject: Some(subject.into()),
            from: None,
            to: Vec::new(),
            received_at: jiff::Timestamp::UNIX_EPOCH,
            body: Body::default(),
            has_attachments: false,
            headers: header
                .map(|value| Header { name: HEADER.to_lowercase(), value: value.into() })
                .into_iter()
                .collect(),
            parent_folder: FolderId::new("f"),
            is_read: false,
            categories: Vec::new(),
        }
    }

    #[test]
    fn only_marks_of_this_installation_are_recognized() {
        let folder = tempfile::tempdir().unwrap();
        let (own, other) = (secrets(folder.path(), "own"), secrets(folder.path(), "another"));
        let mark = CanaryMark { watcher_id: WatcherId::new(7), nonce: "0a1b".into() };
        let text = mark.sign(&own).unwrap();
        let sent = test_message("storm@example.gov", &text);
        let by_header = received("changed on the way", Some(&text));
        assert_eq!(recognize(&own, &by_header).unwrap(), Some(mark.clone()));
        assert_eq!(recognize(&own, &received(&sent.subject, None)).unwrap(), Some(mark.clone()));
        assert_eq!(recognize(&other, &by_header).unwrap(), None, "signed with another key");
        for forged in
            ["", "v1", "v1.7.0a1b.", "v1.7.0a1b.00", &text.replace("v1.7.", "v1.8."), &text.replace("0a1b", "0a1c")]
        {
            assert_eq!(recognize(&own, &received("Strike", Some(forged))).unwrap(), None, "{forged}");
            assert_eq!(recognize(&own, &received(&format!("{SUBJECT} {forged}"), None)).unwrap(), None, "{forged}");
        }
        assert_eq!(recognize(&own, &received(&format!("{SUBJECT} {}", ".".repeat(100_000)), None)).unwrap(), None);
    }
}
