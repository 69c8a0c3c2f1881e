set transaction read only
