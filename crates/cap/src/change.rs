//! A change of status, as far as alerts need it.

use jiff::Timestamp;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertStatus {
    Active,
    Clearing,
    Clear,
    Unknown,
}

impl AlertStatus {
    pub const ALL: [Self; 4] = [Self::Active, Self::Clearing, Self::Clear, Self::Unknown];

    pub fn name(self) -> &'static str {
        match self {
            Self::Active => "Active",
            Self::Clearing => "Clearing",
            Self::Clear => "Clear",
            Self::Unknown => "Unknown",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusChange {
    /// Increases with every change.
    pub event_id: i64,
    pub facility_id: i64,
    /// May contain any character.
    pub facility_name: String,
    /// `None`: the status of the facility itself.
    pub ring: Option<String>,
    /// The status since the change.
    pub status: AlertStatus,
    /// When the change was true.
    pub at: Timestamp,
    /// When it was recorded: the time at which the message is sent.
    pub noticed_at: Timestamp,
}
