"""Microsoft's own SDK for Python against the emulator. This file: tokens, batches, throttling and errors."""

import asyncio
import time

from azure.core.credentials import AccessToken
from msgraph.generated.models.message import Message
from msgraph.generated.models.o_data_errors.o_data_error import ODataError
from msgraph_core.requests.batch_request_builder import BatchRequestBuilder
from msgraph_core.requests.batch_request_content import BatchRequestContent
from msgraph_core.requests.batch_request_item import BatchRequestItem

import emulator
import msgraph_changes
import msgraph_mail
from msgraph_wire import Graph, asking, credential
from report import Report


class BadToken:
    def get_token(self, *_, **__):
        return AccessToken("no token at all", int(time.time()) + 3600)


async def token(graph, tokens):
    with graph.report.step("azure-identity discovers the tenant and gets a token that lasts") as step:
        got = tokens.get_token(emulator.SCOPE)
        step.holds("there is a token", len(got.token) > 20, got.token)
        step.holds("it lasts most of an hour", got.expires_on - time.time() > 3000, got.expires_on)


async def batch(graph):
    address = emulator.open_mailbox("msgraph-batch")
    message = graph.user(address).messages.by_message_id(emulator.deliver(address, emulator.strike_report(1)))
    with graph.report.step("a batch answers each part for itself") as step:
        content = BatchRequestContent()
        parts = {
            "read": message.to_get_request_information(asking()),
            "mark": message.to_patch_request_information(Message(is_read=True), asking()),
            "miss": graph.user(address).messages.by_message_id("no-such-id").to_get_request_information(asking()),
            "gone": graph.user("nobody@conformance.example").messages.to_get_request_information(asking()),
        }
        for name, request in parts.items():
            graph.adapter.set_base_url_for_request_information(request)
            item = BatchRequestItem(request, name)
            # The SDK leaves the URL absolute, which Graph rejects; its users shorten it like this.
            item.url = item.url.removeprefix(graph.adapter.base_url)
            content.add_request(name, item)
        answer = await BatchRequestBuilder(graph.adapter, {"XXX": ODataError}).post(content)
        step.same("statuses", answer.get_response_status_codes(), {"read": 200, "mark": 200, "miss": 400, "gone": 404})
        types = {name: (part.content_type or "").split(";")[0] for name, part in answer.responses.items()}
        step.same("types", types, dict.fromkeys(parts, "application/json"))
        step.same("the change sticks", (await message.get(asking())).is_read, True)


async def throttling(graph):
    address = emulator.open_mailbox("msgraph-throttling")
    with graph.report.step("calls refused with 429 are repeated by the SDK until they pass") as step:
        before, made = emulator.calls(), 0
        emulator.faults(status429=0.5, seed=7)
        try:
            # Throttling is random (half of the calls); eight calls without a 429 are very unlikely.
            while made < 8 and emulator.calls() - before == made:
                step.present(await graph.user(address).mail_folders.get(), "value")
                made += 1
        finally:
            emulator.faults()
        seen = emulator.calls() - before
        step.holds(f"the emulator saw more than {made} calls", seen > made, seen)
        step.same("calls on the wire", len(step.calls), seen)
        step.holds("429 was among them", 429 in [status for _, status in step.calls], step.calls)


async def crowding(graph):
    address = emulator.open_mailbox("msgraph-crowding")
    with graph.report.step("six calls at once are two more than a mailbox takes; the SDK comes again with those") as step:
        emulator.settings(responseDelayMs=500)
        try:
            answers = await asyncio.gather(*[graph.user(address).mail_folders.get() for _ in range(6)])
        finally:
            emulator.settings(responseDelayMs=0)
        step.same("answers", [bool(answer.value) for answer in answers], [True] * 6)
        statuses = [status for _, status in step.calls]
        step.same("passed", statuses.count(200), 6)
        step.holds("some were refused first", statuses.count(429) >= 2 and set(statuses) == {200, 429}, statuses)


async def refusals(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-refusals")
    with report.step("a malformed message id is refused") as step:
        await graph.refused(step, graph.user(address).messages.by_message_id("no-such-id").get(), 400, "ErrorInvalidIdMalformed")
    with report.step("an unknown mailbox is not found") as step:
        codes = ("ErrorInvalidUser", "MailboxNotEnabledForRESTAPI", "ResourceNotFound", "Request_ResourceNotFound")
        await graph.refused(step, graph.user("nobody@conformance.example").messages.get(), 404, *codes)
    with report.step("a bad token is refused with a challenge") as step:
        stranger = Graph(report, BadToken())
        await stranger.refused(step, stranger.user(address).messages.get(), 401, "InvalidAuthenticationToken")
        challenge = stranger.wire.answer_headers.get("www-authenticate", "")
        step.holds("WWW-Authenticate names Bearer", challenge.startswith("Bearer "), challenge)


async def main():
    report = Report("msgraph-sdk")
    tokens = credential(report)
    graph = Graph(report, tokens)
    with report.chapter("tokens"):
        await token(graph, tokens)
    for chapter in (
        msgraph_mail.folders,
        msgraph_mail.messages,
        msgraph_mail.moves,
        msgraph_mail.attachments,
        msgraph_changes.delta,
        msgraph_changes.subscriptions,
        msgraph_changes.sending,
        batch,
        throttling,
        crowding,
        refusals,
    ):
        with report.chapter(chapter.__name__):
            await chapter(graph)


asyncio.run(main())
