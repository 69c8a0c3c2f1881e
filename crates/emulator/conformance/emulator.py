"""The emulator's addresses and its control API under /_emulator."""

import json
import os
import urllib.request
from pathlib import Path

TENANT = "5b1f3c2a-7d64-4e0f-9a51-0c2d8e6f7a10"
CLIENT_ID = "0f6d2e84-3b7a-4c55-8e19-d1a2b3c4d5e6"
SECRET = "any secret will do"
SCOPE = "https://graph.microsoft.com/.default"
IMMUTABLE = 'IdType="ImmutableId"'
MESSAGES = Path(__file__).parent / "messages"

HTTP = os.environ["EMULATOR_HTTP"]
HTTPS = os.environ["EMULATOR_HTTPS"]
CERTIFICATE = os.environ["EMULATOR_CERTIFICATE"]

opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def control(method, path, body=None, content_type="application/json"):
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode()
    request = urllib.request.Request(f"{HTTP}/_emulator{path}", body, {"Content-Type": content_type}, method=method)
    with opener.open(request, timeout=30) as response:
        text = response.read()
    return json.loads(text) if text else None


def open_mailbox(name):
    address = f"{name}@conformance.example"
    control("POST", "/mailboxes", {"address": address})
    return address


def deliver(address, message, folder="Inbox"):
    """Returns the immutable id."""
    return control("POST", f"/mailboxes/{address}/deliver?folder={folder}", message)["id"]


def deliver_mime(address, mime):
    return control("POST", f"/mailboxes/{address}/deliver?folder=Inbox", mime, "message/rfc822")["id"]


def faults(**which):
    control("POST", "/faults", which)


def settings(**which):
    control("POST", "/settings", which)


def advance(seconds):
    control("POST", "/clock", {"advanceSeconds": seconds})


def calls():
    """All Graph calls so far, rejected ones too. The clients run one after the other, so a difference belongs to one client."""
    return sum(control("GET", "/stats")["calls"].values())


def strike_report(number, **more):
    return {
        "subject": f"Strike report {number:02}",
        "body": {"contentType": "html", "content": f"<html><body><p>Strike <b>{number}</b></p></body></html>"},
        "from": {"emailAddress": {"name": "Lightning desk", "address": "desk@lightning.example"}},
        "toRecipients": [{"emailAddress": {"name": "Duty", "address": "duty@conformance.example"}}],
        "receivedDateTime": f"2026-03-01T08:{number:02}:00Z",
        **more,
    }


def message_with_attachments():
    return json.loads((MESSAGES / "attachments.json").read_text(encoding="utf-8"))


def forwarded_mime():
    """The file has LF line endings; mail needs CRLF."""
    return (MESSAGES / "forwarded.eml").read_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
