-- Web Push: the key pair of this service, and how far status events have been turned into notifications.
create table WebPush (
    Id integer primary key check (Id = 1),
    PublicKey varchar(100) not null check (length(PublicKey) <= 100), -- the uncompressed point, base64url
    PrivateKey varchar(1000) not null check (length(PrivateKey) <= 1000), -- sealed; empty after the secrets were reset
    LastEventId integer not null -- of it.StatusEvent: later events are not handled yet
);

-- A browser that wants notifications about a facility. Nothing in here says who that is.
create table PushSubscription (
    Id integer primary key autoincrement,
    Token varchar(43) not null check (length(Token) <= 43), -- with which the browser ends it
    FacilityId integer not null, -- of organization.Facility; ends when the facility is deleted
    Endpoint varchar(1000) not null check (length(Endpoint) <= 1000), -- where the push service of the browser takes messages
    Host varchar(253) not null check (length(Host) <= 253), -- of the endpoint
    IsKnownService boolean not null, -- the push service of a common browser
    P256dh varchar(100) not null check (length(P256dh) <= 100), -- the public key of the browser, base64url
    Auth varchar(50) not null check (length(Auth) <= 50), -- the secret shared with the browser, base64url
    Language varchar(2) not null check (Language in ('en', 'es')),
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    ExpiresAt text not null check (ExpiresAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- unless the browser visits again
    LastSuccessAt text check (LastSuccessAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Failures integer not null default 0, -- since the last success
    FailingSince text check (FailingSince glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    NotifiedStatus varchar(10) check (NotifiedStatus in ('Active', 'Clear', 'Unknown')), -- of the last notification
    PendingEventId integer, -- the notification to send; a newer one replaces it
    Attempts integer not null default 0, -- to send it
    NextAttemptAt text check (NextAttemptAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'), -- null if there is nothing to send
    unique (Token),
    unique (Endpoint, FacilityId)
);
create index PushSubscription_Facility on PushSubscription (FacilityId);
create index PushSubscription_NextAttempt on PushSubscription (NextAttemptAt);
