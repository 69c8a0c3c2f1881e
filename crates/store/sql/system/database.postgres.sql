select 'PostgreSQL ' || current_setting('server_version') as version, pg_database_size(current_database()) as bytes
