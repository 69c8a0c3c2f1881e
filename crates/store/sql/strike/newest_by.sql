select
    cast(Id as bigint) as id, Name as name, Timestamp as at, Type as type,
    cast(Latitude as double precision) as latitude, cast(Longitude as double precision) as longitude
from data.LightningStrike
where Timestamp = (select max(Timestamp) from data.LightningStrike where Timestamp <= $1)
order by cast(Id as bigint) desc
limit 1
