select * from it.LogLine
where phase_two_status = 'Failed' and detected_at >= $1 and detected_at <= $2
    and ($3 = '' or search_text like lower($3) escape '\')
    and (detected_at < $4 or detected_at = $4 and id < $5)
    and (job_id = $7 or $7 is null) and (status = $8 or $8 is null)
order by detected_at desc, id desc
limit $6
