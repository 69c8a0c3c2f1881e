select null::text as definition where $1 = ''
