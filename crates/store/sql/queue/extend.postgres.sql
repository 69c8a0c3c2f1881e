update it.Queue set LeaseUntil = $1
where ProcessId = $2 and State = 'Leased' and Id in (select jsonb_array_elements_text($3::text::jsonb)::bigint)
