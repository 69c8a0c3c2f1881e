select $1
