pragma it.incremental_vacuum(500)
