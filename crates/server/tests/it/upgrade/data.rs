//! Users, lists and secrets are unchanged.

use super::compare::assert_same;
use super::upgraded::Upgraded;
use serde_json::{Value, json};

/// Fields that the service updates.
const CHANGING: [&str; 15] = [
    "lastUsedAt",
    // Now called `status` and `statusReason`.
    "standing",
    "standingReason",
    "graphSubscriptionId",
    "subscriptionExpiresAt",
    "lastNotificationAt",
    "lastRenewedAt",
    "lastSubscriptionError",
    "lastMessageReceived",
    "lastMessageStatus",
    "health",
    "healthReason",
    "loops",
    "warnings",
    "feed",
];

impl Upgraded {
    pub(super) fn users_and_tokens_are_accepted(&self) {
        for (user, about) in self.expected()["users"].as_object().unwrap() {
            let cookie = self.sign_in(user);
            let (status, _, session) = self.service.send("GET", "/auth/session", &[("cookie", &cookie)], "");
            let session: Value = serde_json::from_str(&session).unwrap();
            assert_eq!((status, &session["role"]), (200, &about["role"]), "{user}: {session}");
        }
        self.get("/user");
    }

    pub(super) fn responses_are_unchanged(&self) {
        for (path, old) in self.expected()["responses"].as_object().unwrap() {
            let mut new = self.get(path);
            if path.starts_with("/audit") {
                // Newest first: entries since the upgrade come first.
                let items = new["items"].as_array_mut().unwrap();
                items.drain(..items.len() - old["items"].as_array().unwrap().len());
            }
            assert_same(path, old, &new, &CHANGING);
        }
        let tile = &self.expected()["responses"]["/aerial-tiles"]["items"][0]["imageUrl"];
        assert_eq!(self.service.send("HEAD", tile.as_str().unwrap(), &[], "").0, 200);
    }

    /// The provider accepts only the right secret.
    pub(super) fn sealed_secrets_open(&self) {
        let (status, found) = self.post(&self.sign_in("otto"), "/credential/1/test");
        assert_eq!((status, &found["passed"]), (200, &json!(true)), "{found}");
    }
}
