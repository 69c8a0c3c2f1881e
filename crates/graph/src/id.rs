//! The provider's ids and links: opaque, case-sensitive, told apart by type.

use std::fmt;

macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(String);

        impl $name {
            /// As the provider gave it.
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }

            /// As the provider gave it.
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
    /// A message, by its immutable id: the same in every folder of the mailbox.
    MessageKey;
    /// A folder: the same after renaming and moving it.
    FolderId;
    /// An attachment of one message.
    AttachmentId;
    /// A subscription of the application registration.
    SubscriptionId;
    /// Where a folder's changes go on. One reader per chain: the provider keeps about three generations of it.
    DeltaLink;
    /// Where a folder's listing goes on.
    PageLink;
}
