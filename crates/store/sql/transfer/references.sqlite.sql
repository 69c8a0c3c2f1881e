select 0 as table_id, 0 as referenced_id where false
