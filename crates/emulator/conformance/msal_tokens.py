"""The token endpoint through msal: tokens and errors."""

import re

import emulator
from report import Report
from tls import RecordingSession, application

GUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def expect_error(step, got, error, code, status):
    step.equals("error", got.get("error"), error)
    step.equals("error_codes", got.get("error_codes"), [code])
    description = got.get("error_description", "")
    step.check(f"the description starts with AADSTS{code}", description.startswith(f"AADSTS{code}: "), description)
    for field in ("trace_id", "correlation_id"):
        step.check(f"{field} is a GUID", GUID.fullmatch(got.get(field, "")), got.get(field))
    step.check(
        "there is a timestamp", re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ", got.get("timestamp", "")), got.get("timestamp")
    )
    step.equals("status", step.calls[-1][1], status)


def tokens(report):
    with report.step("discovery returns endpoints on the requested listener") as step:
        app = application(report)
        step.equals("token endpoint", app.authority.token_endpoint, f"{emulator.HTTPS}/{emulator.TENANT}/oauth2/v2.0/token")
        step.check("there is an authorization endpoint", app.authority.authorization_endpoint.startswith(emulator.HTTPS))
    with report.step("the client secret gets a token") as step:
        got = app.acquire_token_for_client([emulator.SCOPE])
        step.equals("token_type, source", (got.get("token_type"), got.get("token_source")), ("Bearer", "identity_provider"))
        step.check("it lasts most of an hour", 3000 < got.get("expires_in", 0) <= 5400, got.get("expires_in"))
        step.check("there is no refresh token", "refresh_token" not in got, sorted(got))
    with report.step("msal caches the token and sends no second request") as step:
        again = app.acquire_token_for_client([emulator.SCOPE])
        step.equals("token", (again["access_token"], again["token_source"]), (got["access_token"], "cache"))
        step.equals("calls", step.calls, [])
    with report.step("a tenant may be named by its domain") as step:
        named = application(report, tenant="conformance.example").acquire_token_for_client([emulator.SCOPE])
        step.check("there is a token", named.get("access_token"), named)
    with report.step("a scope other than .default is rejected") as step:
        expect_error(step, app.acquire_token_for_client(["https://graph.microsoft.com/Mail.Read"]), "invalid_scope", 70011, 400)


def secrets(report):
    emulator.settings(secrets={emulator.CLIENT_ID: "the right one"})
    try:
        with report.step("a wrong secret is rejected with an error that msal parses") as step:
            expect_error(step, application(report).acquire_token_for_client([emulator.SCOPE]), "invalid_client", 7000215, 401)
        with report.step("the right secret is accepted") as step:
            got = application(report, secret="the right one").acquire_token_for_client([emulator.SCOPE])
            step.check("there is a token", got.get("access_token"), got)
    finally:
        emulator.settings(secrets=None)


def tenants(report):
    early = application(report)
    emulator.settings(tenants=["another.example"])
    try:
        with report.step("the token endpoint rejects an unknown tenant") as step:
            expect_error(step, early.acquire_token_for_client([emulator.SCOPE]), "invalid_request", 90002, 400)
        with report.step("discovery rejects an unknown tenant, and msal reports what to check") as step:
            try:
                application(report)
                step.check("msal raises an error", False)
            except ValueError as error:
                step.check("msal names the tenant", "tenant name or GUID" in str(error), str(error))
            step.equals("status", step.calls[-1][1], 400)
    finally:
        emulator.settings(tenants=None)


def expiration(report):
    address = emulator.open_mailbox("msal-expiration")
    graph = RecordingSession(report)
    emulator.settings(tokenSeconds=600)

    def list_folders(token):
        return graph.get(f"{emulator.HTTPS}/v1.0/users/{address}/mailFolders", headers={"Authorization": f"Bearer {token}"})

    try:
        with report.step("Graph accepts the token") as step:
            got = application(report).acquire_token_for_client([emulator.SCOPE])
            step.equals("expires_in", got.get("expires_in"), 600)
            step.equals("status", list_folders(got["access_token"]).status_code, 200)
        with report.step("Graph rejects an expired token with a challenge") as step:
            emulator.advance(601)
            expired = list_folders(got["access_token"])
            step.equals(
                "status, code", (expired.status_code, expired.json()["error"]["code"]), (401, "InvalidAuthenticationToken")
            )
            step.check(
                "the challenge is Bearer",
                expired.headers.get("WWW-Authenticate", "").startswith("Bearer "),
                dict(expired.headers),
            )
        with report.step("a request without a token is rejected in the same way") as step:
            without_token = graph.get(f"{emulator.HTTPS}/v1.0/users/{address}/mailFolders")
            step.equals(
                "status, code",
                (without_token.status_code, without_token.json()["error"]["code"]),
                (401, "InvalidAuthenticationToken"),
            )
    finally:
        emulator.settings(tokenSeconds=3599)


report = Report("msal")
for section in (tokens, secrets, tenants, expiration):
    with report.section(section.__name__):
        section(report)
