select hashtextextended(concat_ws(' ',
    (
        select concat_ws(' ', count(*), sum(Id), sum(xmin::text::bigint)) from data.LightningStrike
        where Timestamp >= $1
    ),
    (
        select concat_ws(' ', Id, xmin) from data.LightningStrike
        where Timestamp < $1
        order by Timestamp desc, Id desc
        limit 1
    )
), 0) as version
