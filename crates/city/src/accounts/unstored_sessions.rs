//! Sessions that could not be stored because the disk is full. They are in the memory of this process, may only read and end
//! soon: enough for an administrator to see what is wrong.

use jiff::Timestamp;
use std::collections::HashMap;
use stormwire_store::SessionId;

/// A new session beyond this ends the oldest.
const MAX_SESSIONS: usize = 20;

/// By the hash of the cookie.
#[derive(Default)]
pub(super) struct UnstoredSessions(HashMap<String, UnstoredSession>);

#[derive(Clone)]
pub(super) struct UnstoredSession {
    pub(super) id: SessionId,
    pub(super) username: String,
    /// A new password ends the session.
    pub(super) password_hash: String,
    pub(super) expires_at: Timestamp,
}

impl UnstoredSessions {
    pub(super) fn add(&mut self, hash: String, session: UnstoredSession, now: Timestamp) {
        self.0.retain(|_, one| one.expires_at > now);
        if self.0.len() >= MAX_SESSIONS {
            let oldest = self.0.iter().min_by_key(|(_, one)| one.expires_at).map(|(hash, _)| hash.clone());
            if let Some(hash) = oldest {
                self.0.remove(&hash);
            }
        }
        self.0.insert(hash, session);
    }

    pub(super) fn find(&self, hash: &str, now: Timestamp) -> Option<UnstoredSession> {
        self.0.get(hash).filter(|one| one.expires_at > now).cloned()
    }

    pub(super) fn remove(&mut self, hash: &str) -> Option<UnstoredSession> {
        self.0.remove(hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(username: &str, expires_at: Timestamp) -> UnstoredSession {
        UnstoredSession { id: SessionId::new(1), username: username.into(), password_hash: "h".into(), expires_at }
    }

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(minute * 60).unwrap()
    }

    #[test]
    fn sessions_end_by_time_and_the_oldest_by_number() {
        let mut sessions = UnstoredSessions::default();
        sessions.add("a".into(), session("ann", at(30)), at(0));
        assert_eq!(sessions.find("a", at(29)).map(|one| one.username).as_deref(), Some("ann"));
        assert!(sessions.find("a", at(30)).is_none() && sessions.find("b", at(0)).is_none());
        for (minute, number) in (1..).zip(1..=MAX_SESSIONS) {
            sessions.add(number.to_string(), session("bob", at(minute + 30)), at(minute));
        }
        assert!(sessions.find("a", at(20)).is_none(), "the oldest");
        assert!(sessions.find("1", at(20)).is_some());
        assert_eq!(sessions.0.len(), MAX_SESSIONS);
        sessions.add("c".into(), session("cid", at(130)), at(100));
        assert_eq!(sessions.0.len(), 1, "those that have ended use no memory");
    }
}
