-- Without the hint, SQLite filters all messages of the watcher by their status: two indexes seem equally good to it.
select * from it.LogLine
where job_id = $7 and unlikely(status = $8) and detected_at >= $1 and detected_at <= $2
    and ($3 = '' or search_text like lower($3) escape '\')
    and (detected_at < $4 or detected_at = $4 and id < $5)
order by detected_at desc, id desc
limit $6
