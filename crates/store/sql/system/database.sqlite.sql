select 'SQLite ' || sqlite_version() as version,
    (select sum(pages.page_count * sizes.page_size)
        from (select 'it' as name union all select 'data' union all select 'organization') as file
        join pragma_page_count as pages on pages.schema = file.name
        join pragma_page_size as sizes on sizes.schema = file.name) as bytes
