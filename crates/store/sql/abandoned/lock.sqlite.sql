select $1 as id where false
