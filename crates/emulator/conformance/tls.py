"""msal over the emulator's TLS listener: msal requires https."""

import msal
import requests

import emulator


class RecordingSession(requests.Session):
    def __init__(self, report):
        super().__init__()
        self.verify = emulator.CERTIFICATE
        self.hooks["response"].append(lambda response, *_, **__: record_response(report, response))


def record_response(report, response):
    """urllib3 retries calls inside requests and keeps them in a history."""
    retries = getattr(response.raw, "retries", None)
    for attempt in retries.history if retries else ():
        report.record_call(attempt.method, response.url, attempt.status)
    report.record_call(response.request.method, response.url, response.status_code)


def application(report, tenant=emulator.TENANT, secret=emulator.SECRET, **more):
    return msal.ConfidentialClientApplication(
        emulator.CLIENT_ID,
        client_credential=secret,
        authority=f"{emulator.HTTPS}/{tenant}",
        instance_discovery=False,
        http_client=RecordingSession(report),
        **more,
    )
