//! Sessions that could not be stored because the disk is full. They are in the memory of this process, may only read and end
//! soon: enough for an administrator to see what is wrong.

use jiff::Timestamp;
use std::collections::HashMap;
use stormwire_store::{SessionId, UserId};

/// A new session beyond this ends the oldest.
const MAX_SESSIONS: usize = 20;
/// A new session of a user beyond this ends the oldest of that user, so that nobody can end the sessions of others by signing in
/// often.
const MAX_SESSIONS_PER_USER: usize = 3;

/// By the hash of the cookie.
#[derive(Default)]
pub(super) struct UnstoredSessions(HashMap<String, UnstoredSession>);

#[derive(Clone)]
pub(super) struct UnstoredSession {
    pub(super) id: SessionId,
    pub(super) user_id: UserId,
    pub(super) username: String,
    /// A new password ends the session.
    pub(super) password_hash: String,
    pub(super) expires_at: Timestamp,
}

impl UnstoredSessions {
    pub(super) fn add(&mut self, hash: String, session: UnstoredSession, now: Timestamp) {
        self.0.retain(|_, one| one.expires_at > now);
        let of_user = |one: &UnstoredSession| one.user_id == session.user_id;
        if self.0.values().filter(|one| of_user(one)).count() >= MAX_SESSIONS_PER_USER {
            self.remove_oldest(of_user);
        } else if self.0.len() >= MAX_SESSIONS {
            self.remove_oldest(|_| true);
        }
        self.0.insert(hash, session);
    }

    fn remove_oldest(&mut self, is_candidate: impl Fn(&UnstoredSession) -> bool) {
        let candidates = self.0.iter().filter(|(_, one)| is_candidate(one));
        let oldest = candidates.min_by_key(|(_, one)| one.expires_at).map(|(hash, _)| hash.clone());
        if let Some(hash) = oldest {
            self.0.remove(&hash);
        }
    }

    pub(super) fn find(&self, hash: &str, now: Timestamp) -> Option<UnstoredSession> {
        self.0.get(hash).filter(|one| one.expires_at > now).cloned()
    }

    pub(super) fn remove(&mut self, hash: &str) -> Option<UnstoredSession> {
        self.0.remove(hash)
    }

    /// Returns how many.
    pub(super) fn remove_of_user(&mut self, user_id: UserId) -> usize {
        let before = self.0.len();
        self.0.retain(|_, one| one.user_id != user_id);
        before - self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(user: i64, expires_at: Timestamp) -> UnstoredSession {
        let (id, user_id, username) = (SessionId::new(1), UserId::new(user), format!("user {user}"));
        UnstoredSession { id, user_id, username, password_hash: "h".into(), expires_at }
    }

    fn at(minute: i64) -> Timestamp {
        Timestamp::from_second(minute * 60).unwrap()
    }

    #[test]
    fn sessions_end_by_time_and_the_oldest_by_number() {
        let mut sessions = UnstoredSessions::default();
        sessions.add("a".into(), session(0, at(30)), at(0));
        assert_eq!(sessions.find("a", at(29)).map(|one| one.username).as_deref(), Some("user 0"));
        assert!(sessions.find("a", at(30)).is_none() && sessions.find("b", at(0)).is_none());
        for (minute, number) in (1..).zip(1..=MAX_SESSIONS) {
            sessions.add(number.to_string(), session(minute, at(minute + 30)), at(minute));
        }
        assert!(sessions.find("a", at(20)).is_none(), "the oldest");
        assert!(sessions.find("1", at(20)).is_some());
        assert_eq!(sessions.0.len(), MAX_SESSIONS);
        sessions.add("c".into(), session(0, at(130)), at(100));
        assert_eq!(sessions.0.len(), 1, "those that have ended use no memory");
    }

    #[test]
    fn signing_in_often_ends_only_sessions_of_the_same_user() {
        let mut sessions = UnstoredSessions::default();
        sessions.add("administrator".into(), session(1, at(30)), at(0));
        for minute in 1..29 {
            sessions.add(minute.to_string(), session(2, at(minute + 30)), at(minute));
        }
        assert!(sessions.find("administrator", at(29)).is_some());
        assert_eq!(sessions.0.len(), 1 + MAX_SESSIONS_PER_USER);
        assert!(sessions.find("28", at(29)).is_some() && sessions.find("25", at(29)).is_none(), "its oldest");
        assert_eq!(sessions.remove_of_user(UserId::new(2)), MAX_SESSIONS_PER_USER);
        assert!(sessions.find("28", at(29)).is_none() && sessions.find("administrator", at(29)).is_some());
    }
}
