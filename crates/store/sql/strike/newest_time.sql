select Timestamp as at from data.LightningStrike where Timestamp <= $1 order by Timestamp desc limit 1
