select MeasuredAt as measured_at, Bytes as bytes from it.DiskUse where MeasuredAt >= $1 order by MeasuredAt limit 1
