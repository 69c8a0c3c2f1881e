delete from it.DiskUse where MeasuredAt < $1
