insert into it.DiskUse (MeasuredAt, Bytes) values ($1, $2)
on conflict (MeasuredAt) do update set Bytes = excluded.Bytes
