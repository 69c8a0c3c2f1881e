//! Why strikes may be missing or wrong, and what an operator does about it.

/// One problem of a source of strikes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FeedProblem {
    /// Public, so it names no mailbox and repeats no error.
    pub(super) reason: String,
    /// For operators. A whole sentence.
    pub(super) advice: Option<&'static str>,
}

impl FeedProblem {
    pub(super) fn new(reason: impl Into<String>, advice: &'static str) -> Self {
        Self { reason: reason.into(), advice: Some(advice) }
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
        let problem = |reason: &str, advice| FeedProblem { reason: reason.into(), advice };
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
