//! Enums that a column holds as text.

/// Declares an enum whose variants are stored, sent and shown under a fixed name.
///
/// ```ignore
/// text_enum! {
///     /// Doc comments are kept.
///     pub enum Role in "it.UserAccount.Role" {
///         /// Reads.
///         Viewer = "viewer",
///     }
/// }
/// ```
///
/// Reading any other text is an error that names the column and the value.
macro_rules! text_enum {
    ($(#[$doc:meta])* pub enum $name:ident in $column:literal {
        $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
        }

        impl $name {
            /// In declaration order.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$variant),+];

            /// As stored, sent and shown.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            pub fn parse(text: &str) -> Option<Self> {
                match text {
                    $($text => Some(Self::$variant),)+
                    _ => None,
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.pad(self.name())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str> as serde::Deserialize>::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| {
                    serde::de::Error::unknown_variant(&text, &[$($text),+])
                })
            }
        }

        impl<DB: sqlx::Database> sqlx::Type<DB> for $name
        where
            str: sqlx::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <str as sqlx::Type<DB>>::type_info()
            }

            fn compatible(ty: &DB::TypeInfo) -> bool {
                <str as sqlx::Type<DB>>::compatible(ty)
            }
        }

        impl<'q, DB: sqlx::Database> sqlx::Encode<'q, DB> for $name
        where
            &'static str: sqlx::Encode<'q, DB>,
        {
            fn encode_by_ref(
                &self,
                buffer: &mut DB::ArgumentBuffer,
            ) -> Result<sqlx::encode::IsNull, sqlx::error::BoxDynError> {
                <&'static str as sqlx::Encode<'q, DB>>::encode(self.name(), buffer)
            }
        }

        impl<'r, DB: sqlx::Database> sqlx::Decode<'r, DB> for $name
        where
            &'r str: sqlx::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, sqlx::error::BoxDynError> {
                let text = <&'r str as sqlx::Decode<'r, DB>>::decode(value)?;
                Self::parse(text).ok_or_else(|| format!("{} holds {text:?}", $column).into())
            }
        }
    };
}

pub(crate) use text_enum;

#[cfg(test)]
mod tests {
    use crate::StoreError;
    use crate::tables::user::Role;
    use sqlx::Connection;

    #[tokio::test]
    async fn unknown_text_in_a_row_names_table_column_and_value() {
        let mut conn = sqlx::SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let (role,) = sqlx::query_as::<_, (Role,)>("select 'admin'").fetch_one(&mut conn).await.unwrap();
        assert_eq!(role, Role::Admin);
        let error = sqlx::query_as::<_, (Role,)>("select 'boss'").fetch_one(&mut conn).await.unwrap_err();
        let StoreError::Unreadable(text) = StoreError::from(error) else { panic!("not an unreadable value") };
        assert!(text.contains(r#"it.UserAccount.Role holds "boss""#), "{text}");
    }

    #[test]
    fn names_read_back_and_serialize() {
        assert!(Role::ALL.into_iter().all(|role| Role::parse(role.name()) == Some(role)));
        assert_eq!(Role::parse("Admin"), None);
        assert_eq!(serde_json::to_string(&Role::Admin).unwrap(), "\"admin\"");
        assert_eq!(serde_json::from_str::<Role>("\"viewer\"").unwrap(), Role::Viewer);
        assert!(serde_json::from_str::<Role>("\"boss\"").is_err());
    }
}
