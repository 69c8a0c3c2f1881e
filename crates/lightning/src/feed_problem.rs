//! Why strikes may be missing or wrong, and what an operator does about it.

/// What kind of problem it is. Pages have words for each in every language, so a code never changes its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedReasonCode {
    DiskFull,
    SignInRejected,
    AccessDenied,
    MailboxNotFound,
    MailboxSettings,
    NeverPolled,
    PollOverdue,
    MessageFailed,
    MessageInterrupted,
    MessageDelayed,
    StrikeTimes,
    StrikePositions,
    ProviderTimeUnknown,
    ClockDifference,
    VendorSilent,
    TestMessageNotSent,
    TestMessageMissing,
    TestMessageOverdue,
    VendorMailInJunk,
    LoaderSilent,
}

impl FeedReasonCode {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::DiskFull => "diskFull",
            Self::SignInRejected => "signInRejected",
            Self::AccessDenied => "accessDenied",
            Self::MailboxNotFound => "mailboxNotFound",
            Self::MailboxSettings => "mailboxSettings",
            Self::NeverPolled => "neverPolled",
            Self::PollOverdue => "pollOverdue",
            Self::MessageFailed => "messageFailed",
            Self::MessageInterrupted => "messageInterrupted",
            Self::MessageDelayed => "messageDelayed",
            Self::StrikeTimes => "strikeTimes",
            Self::StrikePositions => "strikePositions",
            Self::ProviderTimeUnknown => "providerTimeUnknown",
            Self::ClockDifference => "clockDifference",
            Self::VendorSilent => "vendorSilent",
            Self::TestMessageNotSent => "testMessageNotSent",
            Self::TestMessageMissing => "testMessageMissing",
            Self::TestMessageOverdue => "testMessageOverdue",
            Self::VendorMailInJunk => "vendorMailInJunk",
            Self::LoaderSilent => "loaderSilent",
        }
    }
}

/// One problem of a source of strikes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FeedProblem {
    pub(super) code: FeedReasonCode,
    /// Public, so it names no mailbox and repeats no error.
    pub(super) reason: String,
    /// For operators. A whole sentence.
    pub(super) advice: Option<&'static str>,
}

impl FeedProblem {
    pub(super) fn new(code: FeedReasonCode, reason: impl Into<String>, advice: &'static str) -> Self {
        Self { code, reason: reason.into(), advice: Some(advice) }
    }

    /// Each code once, in the order of the problems.
    pub(super) fn codes(problems: &[Self]) -> Vec<FeedReasonCode> {
        let mut codes = Vec::new();
        for problem in problems {
            if !codes.contains(&problem.code) {
                codes.push(problem.code);
            }
        }
        codes
    }
}

/// The problems of one source or of all, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProblemText {
    /// Public.
    pub reason: String,
    /// What an operator does. Whole sentences; empty if nothing helps but waiting.
    pub advice: String,
}

impl ProblemText {
    /// `None` without problems. The same reason or advice is not repeated.
    pub(super) fn of(problems: &[FeedProblem]) -> Option<Self> {
        let mut reasons: Vec<&str> = problems.iter().map(|problem| problem.reason.as_str()).collect();
        reasons.dedup();
        let mut advice: Vec<&str> = Vec::new();
        for text in problems.iter().filter_map(|problem| problem.advice) {
            if !advice.contains(&text) {
                advice.push(text);
            }
        }
        (!reasons.is_empty()).then(|| Self { reason: reasons.join("; "), advice: advice.join(" ") })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_without_repetition() {
        let problem =
            |reason: &str, advice| FeedProblem { code: FeedReasonCode::MessageFailed, reason: reason.into(), advice };
        assert_eq!(ProblemText::of(&[]), None);
        let found = ProblemText::of(&[
            problem("a failed", Some("Retry it.")),
            problem("a failed", Some("Retry it.")),
            problem("b waits", None),
            problem("c failed", Some("Retry it.")),
            problem("d is off", Some("Switch it on.")),
        ]);
        let (reason, advice) = ("a failed; b waits; c failed; d is off".into(), "Retry it. Switch it on.".into());
        assert_eq!(found, Some(ProblemText { reason, advice }));
    }
}
