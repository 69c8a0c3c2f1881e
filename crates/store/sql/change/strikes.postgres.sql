select cast(coalesce(sum(Changes), 0) as bigint) as version from data.StrikeEdit
