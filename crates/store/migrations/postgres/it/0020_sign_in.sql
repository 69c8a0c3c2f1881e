-- How people sign in here, and how the service signs in at the mail provider.

-- Users who sign in at an OpenID Connect provider, and users who may use a password although local sign-in is off.
alter table it.UserAccount
    add column SignInMethod varchar(20) not null default 'password' check (SignInMethod in ('password', 'breakGlass', 'oidc')),
    add column Issuer varchar(500), -- of the provider, without a trailing slash
    add column Subject varchar(255), -- who it is, for the provider
    add constraint UserAccount_Oidc check ((SignInMethod = 'oidc') = (Issuer is not null and Subject is not null));
create unique index UserAccount_Subject on it.UserAccount (Issuer, Subject);

-- A credential with a certificate: its key is where the secret would be. SHA-1 in hexadecimal, as Entra ID shows it.
alter table it.Credential add column CertificateThumbprint varchar(40);
