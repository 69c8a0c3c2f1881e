-- Whether a credential can be relied on: what the last look that used it was told, and what the operator was told of it.
alter table it.Credential
    add column SignInError varchar(4000), -- of the last look, if it was refused
    add column Standing varchar(20) not null default 'Good' check (Standing in ('Good', 'Expiring', 'Failing')),
    add column StandingReason varchar(1000);
