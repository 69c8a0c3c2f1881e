"""Prints an API token of an administrator whose ids no generated request is likely to hit: prepare.py ADDRESS"""

import json
import sys
import urllib.request

ADDRESS = sys.argv[1]
# Generated ids are small numbers: these users and tokens may be changed or deleted.
DECOYS = 12


def call(method, path, body, headers=None):
    data = json.dumps(body).encode()
    headers = {"content-type": "application/json", **(headers or {})}
    request = urllib.request.Request(ADDRESS + path, data=data, headers=headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return response.headers, json.load(response)


headers, _ = call("POST", "/auth/login", {"username": "admin", "password": "demo-admin"})
session = {"cookie": headers["set-cookie"].split(";")[0]}
for number in range(DECOYS):
    user = {"username": f"decoy{number}", "password": "correct horse battery", "role": "viewer"}
    call("POST", "/user", user, session)
    call("POST", "/token", {"name": f"decoy {number}"}, session)
_, own = call("POST", "/user", {"username": "tester", "password": "correct horse battery", "role": "admin"}, session)
print(call("POST", "/token", {"name": "tester", "userId": own["id"]}, session)[1]["token"])
