select
    cast(Id as bigint) as id, Name as name, Timestamp as at, Type as type,
    cast(Latitude as double precision) as latitude, cast(Longitude as double precision) as longitude
from data.LightningStrike
where Id > $1 and Id <= $2 and Timestamp >= $3
order by data.LightningStrike.Id
