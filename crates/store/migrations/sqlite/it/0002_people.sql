-- Who may do what, and who did what.

create table UserAccount (
    Id integer primary key autoincrement,
    Username varchar(100) not null check (length(Username) between 1 and 100),
    Role varchar(20) not null check (Role in ('viewer', 'operator', 'admin')),
    PasswordHash varchar(300) not null check (length(PasswordHash) <= 300), -- argon2id, PHC string
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    UpdatedAt text not null check (UpdatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
create unique index UserAccount_Username on UserAccount (lower(Username));

create table Session (
    TokenHash varchar(64) primary key check (length(TokenHash) = 64), -- SHA-256 of the cookie
    UserAccountId integer not null references UserAccount (Id) on delete cascade,
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastSeenAt text not null check (LastSeenAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    ExpiresAt text not null check (ExpiresAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
) without rowid;
create index Session_UserAccountId on Session (UserAccountId);
create index Session_ExpiresAt on Session (ExpiresAt);

create table ApiToken (
    Id integer primary key autoincrement,
    UserAccountId integer not null references UserAccount (Id) on delete cascade,
    Name varchar(200) not null check (length(Name) between 1 and 200),
    TokenHash varchar(64) not null unique check (length(TokenHash) = 64), -- SHA-256 of the token
    CreatedAt text not null check (CreatedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    LastUsedAt text check (LastUsedAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    ExpiresAt text check (ExpiresAt glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z')
);
create index ApiToken_UserAccountId on ApiToken (UserAccountId);

-- Changes of this schema. Every schema that people change has its own, so that a change and its record are one transaction.
create table Audit (
    Id integer primary key autoincrement,
    At text not null check (At glob '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9].[0-9][0-9][0-9][0-9][0-9][0-9]Z'),
    Username varchar(100) not null check (length(Username) <= 100),
    Action varchar(50) not null check (length(Action) <= 50),
    Resource varchar(50) not null check (length(Resource) <= 50),
    ResourceId integer,
    Before text check (json_valid(Before)),
    After text check (json_valid(After)),
    RequestId varchar(64) check (length(RequestId) <= 64)
);
create index Audit_At on Audit (At, Id);
