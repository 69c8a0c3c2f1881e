//! Whether a credential can be relied on: the looks tell whether it is let in, its own row when it ends. The operator is
//! told at every turn.

use super::{Watch, operator};
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use stormwire_store::tables::credential::{self, Credential};
use stormwire_store::{Schema, StoreError};

/// So long before its end a secret is talked about: time enough to have a new one made.
const SOON: SignedDuration = SignedDuration::from_hours(30 * 24);

/// How a credential stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nothing is known against it.
    Good,
    /// It is about to end, or has ended.
    Expiring,
    /// The provider refuses it.
    Failing,
}

impl Standing {
    /// As stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Good => "Good",
            Self::Expiring => "Expiring",
            Self::Failing => "Failing",
        }
    }
}

/// How a credential stands now, and why.
fn standing(one: &Credential, now: Timestamp) -> (Standing, Option<String>) {
    if let Some(error) = &one.sign_in_error {
        return (Standing::Failing, Some(error.clone()));
    }
    match one.secret_expires_at {
        Some(at) if at.0 <= now => (Standing::Expiring, Some(format!("its secret ended on {}", day(at.0)))),
        Some(at) if at.0.duration_since(now) <= SOON => {
            (Standing::Expiring, Some(format!("its secret ends on {}", day(at.0))))
        }
        _ => (Standing::Good, None),
    }
}

fn day(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

impl Watch {
    /// Compares what is known of each credential with what the operator was told last.
    pub(super) async fn look_at_credentials(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        for one in credential::list(&mut self.store.reader().await?, None).await? {
            let (found, reason) = standing(&one, now);
            if found.name() == one.standing {
                continue;
            }
            let mail = operator::credential_turned(&one, found, reason.as_deref(), now);
            let unit = self.store.write(Schema::It, move |conn| {
                async move {
                    // Another process may have told it meanwhile.
                    if credential::put_standing(conn, &one, found.name(), reason.as_deref()).await? {
                        stormwire_mailer::operator::enqueue(conn, mail, now).await?;
                    }
                    Ok::<_, StoreError>(())
                }
                .boxed()
            });
            unit.await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stormwire_store::At;

    #[test]
    fn a_refusal_comes_before_an_end_and_an_end_before_nothing() {
        let now: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        let one = |days: Option<i64>, error: Option<&str>| Credential {
            id: 1,
            name: "city".into(),
            client_id: "app".into(),
            namespace: "contoso.com".into(),
            secret_expires_at: days.map(|days| At(now + SignedDuration::from_hours(24 * days))),
            sign_in_error: error.map(str::to_owned),
            standing: "Good".into(),
            standing_reason: None,
        };
        for (days, error, expected, words) in [
            (None, None, Standing::Good, None),
            (Some(31), None, Standing::Good, None),
            (Some(30), None, Standing::Expiring, Some("its secret ends on 2026-05-31")),
            (Some(0), None, Standing::Expiring, Some("its secret ended on 2026-05-01")),
            (Some(30), Some("no"), Standing::Failing, Some("no")),
            (None, Some("no"), Standing::Failing, Some("no")),
        ] {
            assert_eq!(standing(&one(days, error), now), (expected, words.map(str::to_owned)), "{days:?} {error:?}");
        }
    }
}
