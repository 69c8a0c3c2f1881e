"""Delta, subscriptions and sending through the msgraph-sdk."""

import datetime
import re
import uuid

from msgraph.generated.models.body_type import BodyType
from msgraph.generated.models.email_address import EmailAddress
from msgraph.generated.models.file_attachment import FileAttachment
from msgraph.generated.models.internet_message_header import InternetMessageHeader
from msgraph.generated.models.item_body import ItemBody
from msgraph.generated.models.message import Message
from msgraph.generated.models.recipient import Recipient
from msgraph.generated.models.subscription import Subscription
from msgraph.generated.users.item.mail_folders.item.messages.delta.delta_request_builder import DeltaRequestBuilder
from msgraph.generated.users.item.messages.item.message_item_request_builder import MessageItemRequestBuilder
from msgraph.generated.users.item.messages.item.move.move_post_request_body import MovePostRequestBody
from msgraph.generated.users.item.send_mail.send_mail_post_request_body import SendMailPostRequestBody

import emulator
from msgraph_wire import asking, pages_of
from receiver import Receiver

OneMessageQuery = MessageItemRequestBuilder.MessageItemRequestBuilderGetQueryParameters
DeltaQuery = DeltaRequestBuilder.DeltaRequestBuilderGetQueryParameters
RESOURCE = re.compile(r"Users/([0-9a-f-]{36})/Messages/(.+)")


async def delta(graph):
    report, address = graph.report, emulator.open_mailbox("msgraph-delta")
    user = graph.user(address)
    builder = user.mail_folders.by_mail_folder_id("inbox").messages.delta
    small = ["odata.maxpagesize=3"]
    ids = [emulator.deliver(address, emulator.strike_report(number)) for number in range(7)]

    async def round_from(link):
        pages = await pages_of(builder.with_url(link), asking(prefer=small))
        return [message for page in pages for message in page.value], pages[-1].odata_delta_link

    with report.step("the first round walks the folder in small pages to a delta link") as step:
        pages = await pages_of(builder, asking(DeltaQuery(select=["subject", "isRead"]), prefer=small))
        step.same("ids", sorted(message.id for page in pages for message in page.value), sorted(ids))
        step.holds("no page is larger than 3", all(len(page.value) <= 3 for page in pages), [len(page.value) for page in pages])
        step.holds(
            "only the last has a delta link",
            [bool(page.odata_delta_link) for page in pages] == [False] * (len(pages) - 1) + [True],
        )
        step.holds("only selected fields come", all(message.body is None for page in pages for message in page.value))
        step.holds(
            "Preference-Applied is answered", graph.wire.answer_headers.get("preference-applied"), dict(graph.wire.answer_headers)
        )
    with report.step("a quiet folder gives an empty round and a link again") as step:
        changed, link = await round_from(pages[-1].odata_delta_link)
        step.same("changes", changed, [])
        step.holds("there is a delta link", link)
    with report.step("the next round tells a new, a removed and a read message, ids immutable") as step:
        new = emulator.deliver(address, emulator.strike_report(30))
        await user.messages.by_message_id(ids[1]).move.post(MovePostRequestBody(destination_id="archive"), asking())
        await user.messages.by_message_id(ids[2]).patch(Message(is_read=True), asking())
        changed, link = await round_from(link)
        told = {message.id: message for message in changed}
        step.same("ids", sorted(told), sorted([new, ids[1], ids[2]]))
        step.same("the new one", (told[new].subject, told[new].is_read), ("Strike report 30", False))
        removed = told[ids[1]].additional_data.get("@removed") or {}
        step.same("the removed one", dict(removed), {"reason": "deleted"})
        step.same("the read one", told[ids[2]].is_read, True)
    with report.step("out and back between two rounds is told as removed only, the known fault of immutable ids") as step:
        for destination in ("archive", "inbox"):
            await user.messages.by_message_id(ids[3]).move.post(MovePostRequestBody(destination_id=destination), asking())
        changed, link = await round_from(link)
        step.same("told", [(message.id, "@removed" in message.additional_data) for message in changed], [(ids[3], True)])
        here = (await user.messages.by_message_id(ids[3]).get(asking())).parent_folder_id
        step.same("folder", here, (await user.mail_folders.by_mail_folder_id("inbox").get()).id)
    with report.step("a link several generations old is forgotten") as step:
        old = link
        for _ in range(5):
            _, link = await round_from(link)
        await graph.refused(step, builder.with_url(old).get(asking()), 410, "SyncStateNotFound", "syncStateNotFound")
    with report.step("a filter other than on receivedDateTime is refused") as step:
        query = asking(DeltaQuery(filter="isRead eq false"))
        await graph.refused(step, builder.get(query), 400, "ErrorInvalidUrlQuery")
    with report.step("there is no delta over a whole mailbox") as step:
        await graph.refused(step, user.messages.delta.get(asking()), 400, "BadRequest")
    with report.step("a forgotten sync state is 410; a new round starts from nothing") as step:
        emulator.faults(loseDeltaState=True)
        await graph.refused(step, builder.with_url(link).get(asking()), 410, "SyncStateNotFound", "syncStateNotFound")
        pages = await pages_of(builder, asking(prefer=small))
        step.same("messages", len([message for page in pages for message in page.value]), 7)


def subscription(address, url, expires=datetime.timedelta(days=3), **more):
    return Subscription(
        change_type="created,updated",
        resource=f"users/{address}/mailFolders('inbox')/messages",
        notification_url=url,
        client_state="between us",
        expiration_date_time=datetime.datetime.now(datetime.UTC) + expires,
        **more,
    )


async def subscriptions(graph):
    address = emulator.open_mailbox("msgraph-subscriptions")
    with Receiver() as receiver:
        await handshakes(graph, address, receiver)
        await notifications(graph, address, receiver)


async def handshakes(graph, address, receiver):
    report, subscriptions = graph.report, graph.client.subscriptions
    for path, words in (("/wrong", "another text"), ("/refuse", "500")):
        with report.step(f"a handshake answered with {words} fails the creation, and nothing is created") as step:
            await graph.refused(
                step, subscriptions.post(subscription(address, receiver.url(path)), asking()), 400, "ValidationError"
            )
            step.same("handshakes", [shake["path"] for shake in receiver.handshakes][-1:], [path])
            step.same("subscriptions", (await subscriptions.get()).value, [])
    with report.step("an expiry beyond 10,080 minutes is refused") as step:
        far = subscription(address, receiver.url("/echo"), datetime.timedelta(days=8))
        error = await graph.refused(step, subscriptions.post(far, asking()), 400, "InvalidRequest", "ExtensionError")
        step.holds("the message says so", "minutes in the future" in error.message, error.message)
    with report.step("plain HTTP beyond this machine is refused before any handshake") as step:
        error = await graph.refused(
            step, subscriptions.post(subscription(address, "http://hooks.example/echo")), 400, "InvalidRequest"
        )
        step.holds("the message names the scheme", "scheme='http'" in error.message, error.message)
    with report.step("an expiry of minutes is raised to 45; an expired subscription is gone") as step:
        made = await subscriptions.post(subscription(address, receiver.url("/echo"), datetime.timedelta(minutes=5)), asking())
        left = made.expiration_date_time - datetime.datetime.now(datetime.UTC)
        step.holds("about 45 minutes are left", datetime.timedelta(minutes=44) < left < datetime.timedelta(minutes=46), left)
        emulator.faults(expireSubscriptions=True)
        await graph.refused(step, subscriptions.by_subscription_id(made.id).get(), 404, "ResourceNotFound")


async def notifications(graph, address, receiver):
    report, subscriptions = graph.report, graph.client.subscriptions
    receiver.handshakes.clear()
    with report.step("a subscription is created after a handshake with both URLs, and answered in full") as step:
        wanted = subscription(address, receiver.url("/echo?k=v"), lifecycle_notification_url=receiver.url("/lifecycle"))
        made = await subscriptions.post(wanted, asking())
        step.same("status", step.calls[-1][1], 201)
        step.same("probed", sorted(shake["path"] for shake in receiver.handshakes), ["/echo", "/lifecycle"])
        for shake in receiver.handshakes:
            step.holds("the probe is empty plain text", shake["type"].startswith("text/plain") and not shake["body"], shake)
        step.same("own query", [shake["query"].get("k") for shake in receiver.handshakes if shake["path"] == "/echo"], [["v"]])
        step.present(made, "id", "application_id", "creator_id", "latest_supported_tls_version")
        for field in ("resource", "change_type", "client_state", "notification_url", "lifecycle_notification_url"):
            step.same(field, getattr(made, field), getattr(wanted, field))
        apart = abs(made.expiration_date_time - wanted.expiration_date_time)
        step.holds("the expiry is the one asked for", apart < datetime.timedelta(seconds=1), made.expiration_date_time)
    with report.step("a delivered message is notified with clientState, user GUID and immutable id") as step:
        message = emulator.deliver(address, emulator.strike_report(1))
        note = receiver.wait_for(subscriptionId=made.id, changeType="created")
        step.same("path, query", (note["path"], note["query"]), ("/echo", {"k": ["v"]}))
        step.same("client state", note["clientState"], "between us")
        step.same("tenant", note["tenantId"], emulator.TENANT)
        resource = RESOURCE.fullmatch(note["resource"])
        step.holds("the resource is Users/{guid}/Messages/{id}", resource, note["resource"])
        step.same("id", (resource[2], note["resourceData"]["id"]), (message, message))
        step.same("type", note["resourceData"]["@odata.type"], "#Microsoft.Graph.Message")
        step.same("@odata.id", note["resourceData"]["@odata.id"], note["resource"])
        step.holds("there is an etag", note["resourceData"]["@odata.etag"].startswith('W/"'), note["resourceData"])
        ends = datetime.datetime.fromisoformat(note["subscriptionExpirationDateTime"])
        step.holds("the expiry is told", abs(ends - made.expiration_date_time) < datetime.timedelta(seconds=1), ends)
        step.same("read by the GUID", (await graph.user(resource[1]).messages.by_message_id(message).get(asking())).id, message)
    with report.step("a change of read state is notified as updated") as step:
        await graph.user(address).messages.by_message_id(message).patch(Message(is_read=True), asking())
        note = receiver.wait_for(subscriptionId=made.id, changeType="updated")
        step.same("id", note["resourceData"]["id"], message)
    with report.step("a subscription made without the preference is notified with default ids") as step:
        plain = await subscriptions.post(subscription(address, receiver.url("/echo")))
        message = emulator.deliver(address, emulator.strike_report(2))
        default = receiver.wait_for(subscriptionId=plain.id, changeType="created")["resourceData"]["id"]
        step.holds("the id is the default one", default != message, default)
        step.same("immutable id", (await graph.user(address).messages.by_message_id(default).get(asking())).id, message)
        await subscriptions.by_subscription_id(plain.id).delete()
    with report.step("a lifecycle event goes to its own URL and names no resource") as step:
        emulator.faults(lifecycle="missed")
        note = receiver.wait_for(subscriptionId=made.id, lifecycleEvent="missed")
        step.same("path, client state", (note["path"], note["clientState"]), ("/lifecycle", "between us"))
        step.holds("no change is named", not {"changeType", "resource", "resourceData"} & set(note), sorted(note))
    await lifetime(graph, made)


async def lifetime(graph, made):
    report, subscriptions = graph.report, graph.client.subscriptions
    one = subscriptions.by_subscription_id(made.id)
    with report.step("renewal moves the expiry") as step:
        later = datetime.datetime.now(datetime.UTC) + datetime.timedelta(days=5)
        renewed = await one.patch(Subscription(expiration_date_time=later))
        step.holds(
            "the expiry is the new one", abs(renewed.expiration_date_time - later) < datetime.timedelta(seconds=1), renewed
        )
    with report.step("a renewal that names nothing to renew is refused") as step:
        await graph.refused(
            step, one.patch(Subscription(client_state="another")), 400, "InvalidRequest", "ValidationError", "BadRequest"
        )
    with report.step("get and list hide clientState") as step:
        got, listed = await one.get(), (await subscriptions.get()).value
        step.same("client states", [got.client_state, *[each.client_state for each in listed]], [None, None])
        step.same("ids", [got.id, *[each.id for each in listed]], [made.id, made.id])
        step.same("resource", got.resource, made.resource)
    with report.step("reauthorize is accepted") as step:
        await one.reauthorize.post()
        step.same("status", step.calls[-1][1], 204)
    with report.step("after deletion it is gone for get, renewal and deletion") as step:
        await one.delete()
        step.same("status", step.calls[-1][1], 204)
        for asked in (one.get(), one.patch(Subscription(expiration_date_time=later)), one.delete()):
            await graph.refused(step, asked, 404, "ResourceNotFound")
    with report.step("an unknown id is not found either") as step:
        await graph.refused(step, subscriptions.by_subscription_id(str(uuid.UUID(int=7))).get(), 404, "ResourceNotFound")


async def sending(graph):
    report = graph.report
    sender, reader = emulator.open_mailbox("msgraph-sender"), emulator.open_mailbox("msgraph-reader")
    letter = Message(
        subject="All clear",
        body=ItemBody(content_type=BodyType.Text, content="The storm is over."),
        to_recipients=[Recipient(email_address=EmailAddress(address=reader))],
        internet_message_headers=[InternetMessageHeader(name="x-station", value="042")],
        attachments=[FileAttachment(odata_type="#microsoft.graph.fileAttachment", name="a.bin", content_bytes=b"\x00\xff")],
    )
    for keep, words in ((True, "kept in Sent Items"), (False, "not kept when that is not wanted")):
        with report.step(f"mail is sent and {words}") as step:
            await graph.user(sender).send_mail.post(SendMailPostRequestBody(message=letter, save_to_sent_items=keep))
            step.same("status", step.calls[-1][1], 202)
            sent = await graph.user(sender).mail_folders.by_mail_folder_id("sentitems").messages.get(asking())
            step.same("kept", [message.subject for message in sent.value], ["All clear"])
    with report.step("the reader finds sender, text, header and attachment") as step:
        inbox = (await graph.user(reader).mail_folders.by_mail_folder_id("inbox").messages.get(asking())).value
        step.same("arrived", [message.subject for message in inbox], ["All clear"] * 2)
        step.same("from", inbox[0].from_.email_address.address, sender)
        step.same("body", inbox[0].body.content.strip(), "The storm is over.")
        step.same(
            "read, draft, attachments", (inbox[0].is_read, inbox[0].is_draft, inbox[0].has_attachments), (False, False, True)
        )
        headed = (
            await graph.user(reader)
            .messages.by_message_id(inbox[0].id)
            .get(asking(OneMessageQuery(select=["internetMessageHeaders"])))
        )
        headers = {header.name.lower(): header.value for header in headed.internet_message_headers or []}
        step.same("x-station", headers.get("x-station"), "042")
        files = (await graph.user(reader).messages.by_message_id(inbox[0].id).attachments.get(asking())).value
        step.same("file", [(file.name, file.content_bytes) for file in files], [("a.bin", b"\x00\xff")])
