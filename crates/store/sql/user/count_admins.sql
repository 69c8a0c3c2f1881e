select count(*) as admins from it.UserAccount where Role = 'admin'
