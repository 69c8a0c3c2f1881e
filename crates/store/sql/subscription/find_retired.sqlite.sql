select Id as id from it.RetiredSubscription
where RetiredAt > $2 and Id in (select value from json_each($1))
limit 1
