select
    cast(Id as bigint) as id, Name as name, Timestamp as at, Type as type,
    cast(Latitude as double precision) as latitude, cast(Longitude as double precision) as longitude
from data.LightningStrike
where Timestamp >= $1 and Timestamp <= $2 and Id <= $3
order by Timestamp, Id
