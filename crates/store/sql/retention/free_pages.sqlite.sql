pragma it.freelist_count
