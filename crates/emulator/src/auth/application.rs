/// The client id of an application in Entra.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct ClientId(pub(crate) String);

/// The application that makes a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Application {
    pub(crate) id: ClientId,
    /// As written in the token request: a GUID or a domain name.
    pub(crate) tenant: String,
}
