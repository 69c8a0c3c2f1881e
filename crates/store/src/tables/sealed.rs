//! All columns with sealed values in one list, so that a key rotation misses none.

use crate::database::conn::{Sql, sql};
use crate::database::statement::run;
use crate::{Conn, StoreError};

/// The location of a sealed value. It cannot be opened anywhere else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedLocation {
    pub table: &'static str,
    pub row: i64,
    pub column: &'static str,
}

impl std::fmt::Display for SealedLocation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}.{} of row {}", self.table, self.column, self.row)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedColumn {
    ClientSecret,
    /// The value that the provider includes in notifications of a watcher.
    ClientState,
    /// The context of a run between its two phases; the row is the log's.
    Context,
    /// The output of an effect; a retry puts it into the context.
    Output,
    /// The secrets in the config of an action.
    ActionSecrets,
    /// The private key of Web Push.
    WebPushKey,
    /// Signs webhooks, or is the password of a broker.
    SinkSecret,
}

struct Statements {
    get: Sql,
    put: Sql,
    list: Sql,
    clear: Sql,
}

impl SealedColumn {
    pub const ALL: [Self; 7] = [
        Self::ClientSecret,
        Self::ClientState,
        Self::Context,
        Self::Output,
        Self::ActionSecrets,
        Self::SinkSecret,
        Self::WebPushKey,
    ];

    pub fn location(self, row: i64) -> SealedLocation {
        let (table, column) = match self {
            Self::ClientSecret => ("it.Credential", "ClientSecret"),
            Self::ClientState => ("it.MailboxWatcherJob", "ClientState"),
            Self::Context => ("it.WorkflowRun", "Context"),
            Self::Output => ("it.WorkflowEffect", "Output"),
            Self::ActionSecrets => ("it.MailboxWatcherAction", "Secrets"),
            Self::WebPushKey => ("it.WebPush", "PrivateKey"),
            Self::SinkSecret => ("it.EventSink", "Secret"),
        };
        SealedLocation { table, row, column }
    }

    fn statements(self) -> Statements {
        match self {
            Self::ClientSecret => Statements {
                get: sql!("secret/credential_get"),
                put: sql!("secret/credential_put"),
                list: sql!("secret/credential_list"),
                clear: sql!("secret/credential_clear"),
            },
            Self::ClientState => Statements {
                get: sql!("secret/client_state_get"),
                put: sql!("secret/client_state_put"),
                list: sql!("secret/client_state_list"),
                clear: sql!("secret/client_state_clear"),
            },
            Self::Context => Statements {
                get: sql!("secret/context_get"),
                put: sql!("secret/context_put"),
                list: sql!("secret/context_list"),
                clear: sql!("secret/context_clear"),
            },
            Self::Output => Statements {
                get: sql!("secret/effect_get"),
                put: sql!("secret/effect_put"),
                list: sql!("secret/effect_list"),
                clear: sql!("secret/effect_clear"),
            },
            Self::ActionSecrets => Statements {
                get: sql!("secret/action_get"),
                put: sql!("secret/action_put"),
                list: sql!("secret/action_list"),
                clear: sql!("secret/action_clear"),
            },
            Self::SinkSecret => Statements {
                get: sql!("secret/event_sink_get"),
                put: sql!("secret/event_sink_put"),
                list: sql!("secret/event_sink_list"),
                clear: sql!("secret/event_sink_clear"),
            },
            Self::WebPushKey => Statements {
                get: sql!("secret/web_push_get"),
                put: sql!("secret/web_push_put"),
                list: sql!("secret/web_push_list"),
                clear: sql!("secret/web_push_clear"),
            },
        }
    }

    pub async fn get(self, conn: &mut Conn, row: i64) -> Result<Option<String>, StoreError> {
        let found = run!(conn, self.statements().get, [row] => fetch_optional as (String,))?;
        Ok(found.map(|(sealed,)| sealed))
    }

    pub async fn store_sealed_value(self, conn: &mut Conn, row: i64, sealed: String) -> Result<(), StoreError> {
        run!(conn, self.statements().put, [row, sealed]).map(|_| ())
    }

    /// Removes every value. A watcher loses its subscription with its client state, because neither is of use alone.
    pub async fn clear(self, conn: &mut Conn) -> Result<u64, StoreError> {
        run!(conn, self.statements().clear, [])
    }

    /// Every sealed value with its row id.
    pub async fn list(self, conn: &mut Conn) -> Result<Vec<(i64, String)>, StoreError> {
        run!(conn, self.statements().list, [] => fetch_all as (i64, String))
    }
}

const LOCK: Sql = sql!("secret/lock" per database);

/// Blocks changes of sealed values by other units until this one ends. A SQLite unit has its file to itself anyway.
pub async fn lock(conn: &mut Conn) -> Result<(), StoreError> {
    run!(conn, LOCK, []).map(|_| ())
}
