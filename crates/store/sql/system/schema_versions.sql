select 'it' as name, max(version) as version from it.SchemaMigration
union all select 'data', max(version) from data.SchemaMigration
union all select 'organization', max(version) from organization.SchemaMigration
