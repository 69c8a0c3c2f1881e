select Id as id from it.RetiredSubscription
where RetiredAt > $2 and Id in (select jsonb_array_elements_text($1::text::jsonb))
limit 1
