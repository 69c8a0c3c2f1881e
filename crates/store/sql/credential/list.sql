select
    Id as id, Name as name, ClientId as client_id, Namespace as namespace, SecretExpiresAt as secret_expires_at,
    ClientSecret <> '' as has_secret, CertificateThumbprint as certificate_thumbprint, SignInError as sign_in_error, Standing as standing, StandingReason as standing_reason,
    Purpose as purpose, Hosts as hosts
from it.Credential
where Id = $1 or $1 is null
order by Name, Id
