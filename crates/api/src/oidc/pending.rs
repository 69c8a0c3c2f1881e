//! A sign-in between leaving for the provider and coming back. The browser keeps it in a cookie, so that nothing has to be
//! kept here for people who never come back, and every process of the service can finish it.
//!
//! State, nonce and code verifier are authentication codes of the cookie. They need the key file, so the cookie alone is worth
//! nothing, and a state proves that the cookie is unchanged.

use crate::used_states::SIGN_IN_LIFETIME;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use stormwire_city::secrets::{Secrets, SecretsError};
use stormwire_clock::{Rng, later};
use stormwire_oidc::Authorization;

const HOME: &str = "/portal";
const MAX_RETURN_PATH: usize = 500;

const STATE: &str = "oidc state";
const NONCE: &str = "oidc nonce";
const VERIFIER: &str = "oidc code verifier";

/// The value of the cookie: when it began, a random part, and the page to return to.
pub(super) struct PendingSignIn(SecretString);

impl PendingSignIn {
    pub(super) fn begin(return_to: Option<&str>, now: Timestamp, rng: &dyn Rng) -> Self {
        let mut random = [0; 32];
        rng.fill(&mut random);
        let [random, path] = [&random[..], return_path(return_to).as_bytes()].map(|part| URL_SAFE_NO_PAD.encode(part));
        Self(SecretString::from(format!("{}.{random}.{path}", now.as_second())))
    }

    /// `None` if the state does not belong to the cookie, or if it took too long.
    pub(super) fn resume(
        cookie: SecretString,
        state: &str,
        now: Timestamp,
        secrets: &Secrets,
    ) -> Result<Option<Self>, SecretsError> {
        if !secrets.is_authentic(STATE, cookie.expose_secret(), state)? {
            return Ok(None);
        }
        let began = cookie.expose_secret().split('.').next().and_then(|text| text.parse().ok());
        let began = began.and_then(|second| Timestamp::from_second(second).ok());
        let is_current = began.is_some_and(|began| began <= now && now < later(began, SIGN_IN_LIFETIME));
        Ok(is_current.then_some(Self(cookie)))
    }

    pub(super) fn authorization(&self, secrets: &Secrets) -> Result<Authorization, SecretsError> {
        let code = |purpose| secrets.authentication_code(purpose, self.0.expose_secret());
        Ok(Authorization { state: code(STATE)?, nonce: code(NONCE)?, code_verifier: code(VERIFIER)? })
    }

    pub(super) fn cookie(&self) -> &SecretString {
        &self.0
    }

    /// A page of the portal.
    pub(super) fn return_to(&self) -> String {
        let path = self.0.expose_secret().split('.').nth(2).and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
        let path = path.and_then(|bytes| String::from_utf8(bytes).ok());
        return_path(path.as_deref()).to_owned()
    }
}

/// Only pages of the portal: a link to the sign-in must not lead to another site.
fn return_path(wanted: Option<&str>) -> &str {
    let is_ours = |path: &&str| {
        path.len() <= MAX_RETURN_PATH
            && (*path == HOME || path.starts_with("/portal/"))
            && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\')
    };
    wanted.filter(is_ours).unwrap_or(HOME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use stormwire_clock::SystemRng;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn secrets() -> (Secrets, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        (Secrets::load(folder.path().join("key"), Arc::new(SystemRng)).unwrap(), folder)
    }

    #[test]
    fn a_sign_in_continues_with_its_own_state_only() {
        let (secrets, _folder) = secrets();
        let pending = PendingSignIn::begin(Some("/portal/log"), at(0), &SystemRng);
        let other = PendingSignIn::begin(None, at(0), &SystemRng);
        let began = pending.authorization(&secrets).unwrap();
        let resume = |cookie: &PendingSignIn, state: &str, now| {
            PendingSignIn::resume(cookie.cookie().clone(), state, now, &secrets).unwrap()
        };
        let resumed = resume(&pending, &began.state, at(899)).unwrap();
        let known = resumed.authorization(&secrets).unwrap();
        assert_eq!((&known.nonce, &known.code_verifier), (&began.nonce, &began.code_verifier));
        assert_eq!(resumed.return_to(), "/portal/log");
        assert_eq!(began.code_verifier.len(), 43);
        assert!(began.state != began.nonce && began.nonce != began.code_verifier);
        for (cookie, state, now) in [
            (&other, began.state.as_str(), at(0)),
            (&pending, "", at(0)),
            (&pending, &began.nonce, at(0)),
            (&pending, &began.state, at(900)),
            (&pending, &began.state, at(-1)),
        ] {
            assert!(resume(cookie, state, now).is_none(), "{state} at {now}");
        }
    }

    #[test]
    fn only_pages_of_the_portal_are_returned_to() {
        for (wanted, expected) in [
            (Some("/portal/facilities/3"), "/portal/facilities/3"),
            (Some("/portal/log?status=Failed"), "/portal/log?status=Failed"),
            (Some("/portal"), "/portal"),
            (Some("/portalx"), "/portal"),
            (Some("//evil.example/portal/"), "/portal"),
            (Some("https://evil.example/"), "/portal"),
            (Some("/portal/\\evil.example"), "/portal"),
            (Some("/portal/\r\nSet-Cookie: a=b"), "/portal"),
            (None, "/portal"),
        ] {
            assert_eq!(return_path(wanted), expected, "{wanted:?}");
        }
    }
}
