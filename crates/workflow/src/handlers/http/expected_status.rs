//! The statuses that count as success.

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum ExpectedStatuses {
    One(Status),
    Many(Vec<Status>),
}

/// A code such as `201`, or a class such as `"2xx"`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Status {
    Code(u16),
    Class(String),
}

impl Status {
    fn is_valid(&self) -> bool {
        match self {
            Self::Code(code) => (100..=599).contains(code),
            Self::Class(class) => matches!(class.as_bytes(), [b'1'..=b'5', b'x', b'x']),
        }
    }

    fn matches(&self, status: u16) -> bool {
        match self {
            Self::Code(code) => *code == status,
            Self::Class(class) => class.bytes().next().is_some_and(|first| u16::from(first - b'0') == status / 100),
        }
    }
}

impl ExpectedStatuses {
    pub(super) fn is_valid(&self) -> bool {
        !self.all().is_empty() && self.all().iter().all(Status::is_valid)
    }

    pub(super) fn matches(&self, status: u16) -> bool {
        self.all().iter().any(|one| one.matches(status))
    }

    fn all(&self) -> &[Status] {
        match self {
            Self::One(status) => std::slice::from_ref(status),
            Self::Many(all) => all,
        }
    }
}
