//! What is wrong with a watcher that waiting does not fix.

use crate::text_enum::text_enum;

text_enum! {
    /// Why a poll failed, if the cause does not pass by itself.
    pub enum PollErrorKind in "it.MailboxWatcherJob.LastCheckErrorKind" {
        /// The provider rejects the credential.
        SignIn = "SignIn",
        AccessDenied = "AccessDenied",
        /// The mailbox or the folder does not exist.
        NotFound = "NotFound",
        /// No credential can be used, or the provider rejects the request.
        Settings = "Settings",
    }
}

text_enum! {
    /// The part of a mailbox test that failed.
    pub enum TestStep in "it.MailboxWatcherJob.TestFailedStep" {
        /// Sign-in, folder, filing or clock. The next successful poll proves it wrong.
        Mailbox = "Mailbox",
        /// The provider rejected a subscription. Only a new subscription proves it wrong.
        Subscription = "Subscription",
    }
}

/// A test of the mailbox that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedTest {
    pub step: TestStep,
    pub error: String,
}
