delete from it.Session where ExpiresAt <= $1 or LastSeenAt <= $2
