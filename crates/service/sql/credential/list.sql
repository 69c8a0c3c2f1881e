select Id as id, Name as name, ClientId as client_id, Namespace as namespace, SecretExpiresAt as secret_expires_at
from it.Credential
where $1 = 0 or Id = $1
order by Name, Id
