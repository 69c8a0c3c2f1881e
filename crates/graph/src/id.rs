//! The provider's ids and links. They are opaque and case-sensitive.

use std::fmt;

macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
}

opaque! {
    /// The immutable id of a message, which stays the same when the message is moved.
    MessageKey;
    /// The id of a folder, which stays the same when the folder is renamed or moved.
    FolderId;
    /// The id of an attachment within its message.
    AttachmentId;
    /// The id of a subscription of the application registration.
    SubscriptionId;
    /// Continues a folder's changes. Use each link once: the provider keeps only about three generations of them.
    DeltaLink;
    /// Continues a folder's listing.
    PageLink;
}
