-- Who signs in from where, and what a token may do.

-- The address of the client, for sign-ins and changes over HTTP.
alter table it.Audit add column Address varchar(45);
create index Audit_Action on it.Audit (Action, At);

-- A number to name a session by: the hash of its cookie stays private.
alter table it.Session
    add column Id bigint,
    add column Address varchar(45);
update it.Session set Id = numbered.Number
from (select TokenHash, row_number() over (order by TokenHash) as Number from it.Session) numbered
where numbered.TokenHash = it.Session.TokenHash;
create unique index Session_Id on it.Session (Id);

-- A token never allows more than the role of its user. Earlier tokens allow all of it, as before.
alter table it.ApiToken
    add column Scope varchar(20) not null default 'admin' check (Scope in ('read', 'operate', 'admin')),
    add column LastUsedAddress varchar(45);
