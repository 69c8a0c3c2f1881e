select
    cast(Id as bigint) as id, Name as name, Timestamp as at, Type as type,
    cast(Latitude as double precision) as latitude, cast(Longitude as double precision) as longitude
from data.LightningStrike
where Timestamp >= $1 and Timestamp <= $2
    and Longitude >= $3 and Latitude >= $4 and Longitude <= $5 and Latitude <= $6
    and (Timestamp < $2 or Id < $7 or $7 is null)
order by Timestamp desc, Id desc
limit $8
