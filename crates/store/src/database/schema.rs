//! The schemas of the specification.

/// On SQLite each schema is a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Watchers, logs, workflow runs, the queue.
    It,
    /// What workflows write.
    Data,
    Organization,
}

impl Schema {
    pub const ALL: [Self; 3] = [Self::It, Self::Data, Self::Organization];

    pub const fn name(self) -> &'static str {
        match self {
            Self::It => "it",
            Self::Data => "data",
            Self::Organization => "organization",
        }
    }
}
