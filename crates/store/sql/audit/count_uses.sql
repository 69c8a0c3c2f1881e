select count(*) as uses
from it.Audit
where Action = 'use' and Resource = 'token' and ResourceId = $1 and Address = $2 and At >= $3
