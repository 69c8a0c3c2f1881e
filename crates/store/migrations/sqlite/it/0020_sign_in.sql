-- How people sign in here, and how the service signs in at the mail provider.

-- Users who sign in at an OpenID Connect provider, and users who may use a password although local sign-in is off.
alter table UserAccount add column SignInMethod varchar(20) not null default 'password' check (SignInMethod in ('password', 'breakGlass', 'oidc'));
alter table UserAccount add column Issuer varchar(500) check (length(Issuer) <= 500); -- of the provider, without a trailing slash
alter table UserAccount add column Subject varchar(255) check (length(Subject) <= 255 and (SignInMethod = 'oidc') = (Issuer is not null and Subject is not null)); -- who it is, for the provider
create unique index UserAccount_Subject on UserAccount (Issuer, Subject);

-- A credential with a certificate: its key is where the secret would be. SHA-1 in hexadecimal, as Entra ID shows it.
alter table Credential add column CertificateThumbprint varchar(40) check (length(CertificateThumbprint) <= 40);
