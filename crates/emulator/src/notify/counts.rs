/// What happened to notifications so far.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct NotificationCounts {
    /// Includes duplicates and lifecycle notifications.
    pub(crate) created: u64,
    pub(crate) delivered: u64,
    pub(crate) dropped: u64,
    pub(crate) requests: u64,
    pub(crate) failed_requests: u64,
}
