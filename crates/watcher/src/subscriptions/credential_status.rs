//! Assesses credentials from the last sign-in, which polling records, and from the expiry of their secret. The operator
//! gets a mail at every change.

use super::Subscriptions;
use crate::operator_mail;
use futures_util::FutureExt;
use jiff::{SignedDuration, Timestamp};
use stormwire_mailer::operator;
use stormwire_store::tables::credential::{self, Credential, CredentialStatus};
use stormwire_store::{Schema, StoreError};

/// How long before a secret expires the operator is warned.
const EXPIRY_WARNING: SignedDuration = SignedDuration::from_hours(30 * 24);

fn assess(one: &Credential, now: Timestamp) -> (CredentialStatus, Option<String>) {
    if let Some(error) = &one.sign_in_error {
        return (CredentialStatus::Failing, Some(error.clone()));
    }
    let what = if one.certificate_thumbprint.is_some() { "certificate" } else { "client secret" };
    match one.secret_expires_at {
        Some(at) if at.0 <= now => {
            (CredentialStatus::Expiring, Some(format!("the {what} expired on {}", format_date(at.0))))
        }
        Some(at) if at.0.duration_since(now) <= EXPIRY_WARNING => {
            (CredentialStatus::Expiring, Some(format!("the {what} expires on {}", format_date(at.0))))
        }
        _ => (CredentialStatus::Good, None),
    }
}

fn format_date(at: Timestamp) -> String {
    at.strftime("%Y-%m-%d").to_string()
}

impl Subscriptions {
    pub(super) async fn assess_credentials(&self) -> Result<(), StoreError> {
        let now = self.clock.now();
        for one in credential::list(&mut self.store.reader().await?, None).await? {
            let (status, reason) = assess(&one, now);
            if status == one.status {
                continue;
            }
            let mail = operator_mail::credential_changed(&one, status, reason.as_deref(), now);
            let unit = self.store.write(Schema::It, move |conn| {
                async move {
                    // Another process may have reported the change already.
                    if credential::put_status(conn, &one, status, reason.as_deref()).await? {
                        operator::enqueue(conn, mail, now).await?;
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
    use stormwire_store::tables::credential::CredentialUsage;
    use stormwire_store::{CredentialId, DbTimestamp};

    #[test]
    fn a_rejected_sign_in_outranks_an_expiring_secret() {
        let now: Timestamp = "2026-05-01T12:00:00Z".parse().unwrap();
        let one = |days: Option<i64>, error: Option<&str>| Credential {
            id: CredentialId::new(1),
            name: "city".into(),
            client_id: "app".into(),
            namespace: "contoso.com".into(),
            secret_expires_at: days.map(|days| DbTimestamp(now + SignedDuration::from_hours(24 * days))),
            certificate_thumbprint: None,
            has_secret: true,
            sign_in_error: error.map(str::to_owned),
            status: CredentialStatus::Good,
            status_reason: None,
            usage: CredentialUsage::default(),
        };
        for (days, error, expected, reason) in [
            (None, None, CredentialStatus::Good, None),
            (Some(31), None, CredentialStatus::Good, None),
            (Some(30), None, CredentialStatus::Expiring, Some("the client secret expires on 2026-05-31")),
            (Some(0), None, CredentialStatus::Expiring, Some("the client secret expired on 2026-05-01")),
            (Some(30), Some("no"), CredentialStatus::Failing, Some("no")),
            (None, Some("no"), CredentialStatus::Failing, Some("no")),
        ] {
            assert_eq!(assess(&one(days, error), now), (expected, reason.map(str::to_owned)), "{days:?} {error:?}");
        }
        let certificate = Credential { certificate_thumbprint: Some("7ACF".into()), ..one(Some(3), None) };
        assert_eq!(assess(&certificate, now).1.as_deref(), Some("the certificate expires on 2026-05-04"));
    }
}
