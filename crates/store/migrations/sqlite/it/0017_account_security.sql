-- Who signs in from where, and what a token may do.

-- The address of the client, for sign-ins and changes over HTTP.
alter table Audit add column Address varchar(45) check (length(Address) <= 45);
create index Audit_Action on Audit (Action, At);

-- A number to name a session by: the hash of its cookie stays private.
alter table Session add column Id integer;
update Session set Id = (select count(*) from Session other where other.TokenHash <= Session.TokenHash);
create unique index Session_Id on Session (Id);
alter table Session add column Address varchar(45) check (length(Address) <= 45);

-- A token never allows more than the role of its user. Earlier tokens allow all of it, as before.
alter table ApiToken add column Scope varchar(20) not null default 'admin' check (Scope in ('read', 'operate', 'admin'));
alter table ApiToken add column LastUsedAddress varchar(45) check (length(LastUsedAddress) <= 45);
