"""The O365 package, which writes some requests differently: `%24top`, raw ids in paths, a slash before resources.

It has no delta and no batch, and cannot list hidden folders.
"""

import base64
import datetime
import email
import logging

import O365
from O365.utils.token import MemoryTokenBackend
from requests import HTTPError

import emulator
from receiver import Receiver
from report import Report
from tls import application, record_response

# O365 logs every rejected call as an error; here rejections are expected.
logging.getLogger("O365").setLevel(logging.CRITICAL)


class LocalProtocol(O365.MSGraphProtocol):
    _protocol_url = f"{emulator.HTTP}/"


def account(report, address, **headers):
    backend = MemoryTokenBackend()
    created = O365.Account(
        (emulator.CLIENT_ID, emulator.SECRET),
        auth_flow_type="credentials",
        tenant_id=emulator.TENANT,
        protocol=LocalProtocol(default_resource=f"users/{address}", timezone="UTC"),
        token_backend=backend,
        default_headers=headers,
        requests_delay=0,
        request_retries=6,
    )
    created.con._msal_client = application(report, token_cache=backend)
    if not created.authenticate():
        raise RuntimeError("O365 did not get a token")
    created.con.session = created.con.get_session(load_token=True)
    created.con.session.hooks["response"].append(lambda response, *_, **__: record_response(report, response))
    return created


def immutable(report, address):
    return account(report, address, Prefer=emulator.IMMUTABLE)


def expect_error(step, call, status, code):
    try:
        response = call()
    except HTTPError as error:
        details = error.response.json()["error"]
        step.equals("status, code", (error.response.status_code, details["code"]), (status, code))
        step.check("O365 reports the message", details["message"] and details["message"] in str(error), str(error))
        step.check("there is a request-id", details.get("innerError", {}).get("request-id"), details)
    else:
        step.check(f"the response is {status}", False, response)


def token(report):
    address = emulator.open_mailbox("o365-token")
    with report.step("O365 authenticates through msal and knows when its token expires") as step:
        client = account(report, address)
        step.equals("authenticated", client.is_authenticated, True)
        left = client.con.token_backend.token_expiration_datetime() - datetime.datetime.now()
        step.check("the token lasts most of an hour", left > datetime.timedelta(minutes=50), left)


def folders(report):
    mailbox = immutable(report, emulator.open_mailbox("o365-folders")).mailbox()
    names = {f"Station {number:02}" for number in range(12)}
    with report.step("creates 12 folders under the root") as step:
        created = [mailbox.create_child_folder(name) for name in sorted(names)]
        step.equals("names", {folder.name for folder in created}, names)
        step.check("each has id and parent", all(folder.folder_id and folder.parent_id for folder in created))
    with report.step("$top=999 returns the whole tree in one page") as step:
        whole = list(mailbox.get_folders())
        step.check("every created folder is listed", names | {"Inbox"} <= {folder.name for folder in whole}, whole)
        step.equals("calls", len(step.calls), 1)
    with report.step("pages of 5 return the same tree") as step:
        paged = list(mailbox.get_folders(limit=100, batch=5))
        step.equals("ids", [folder.folder_id for folder in paged], [folder.folder_id for folder in whole])
        step.equals("calls", len(step.calls), -(-len(whole) // 5))
    inbox = mailbox.get_folder(folder_id="Inbox")
    with report.step("child folders are created, found by name and counted") as step:
        child = inbox.create_child_folder("Processed")
        step.equals("parent", child.parent_id, inbox.folder_id)
        step.equals("found by name", inbox.get_folder(folder_name="Processed").folder_id, child.folder_id)
        step.equals("listed", [folder.name for folder in inbox.get_folders()], ["Processed"])
        step.equals("counted", mailbox.get_folder(folder_id="inbox").child_folders_count, 1)
    with report.step("an unknown name finds nothing") as step:
        step.equals("found", inbox.get_folder(folder_name="Nowhere"), None)
    with report.step("a duplicate name is rejected; get-or-create finds the existing folder") as step:
        expect_error(step, lambda: inbox.create_child_folder("Processed"), 409, "ErrorFolderExists")
        step.equals("found by name", inbox.get_folder(folder_name="Processed").folder_id, child.folder_id)


def messages(report):
    address = emulator.open_mailbox("o365-messages")
    inbox = immutable(report, address).mailbox().inbox_folder()
    ids = [emulator.deliver(address, emulator.strike_report(number)) for number in range(12)]
    with report.step("a list is filtered, sorted, limited to fields and paged") as step:
        builder = inbox.new_query()
        since = builder.greater_equal("receivedDateTime", datetime.datetime(2026, 3, 1, 8, 2, tzinfo=datetime.UTC))
        query = since & builder.select("subject", "receivedDateTime") & builder.orderby(("receivedDateTime", False))
        found = list(inbox.get_messages(limit=50, batch=4, query=query))
        step.equals("ids", [message.object_id for message in found], ids[:1:-1])
        step.equals("received", found[-1].received, datetime.datetime(2026, 3, 1, 8, 2, tzinfo=datetime.UTC))
        step.equals("unselected body", {message.body for message in found}, {""})
        step.equals("calls", len(step.calls), 3)
    with report.step("a message has its fields, and marking it as read is saved") as step:
        message = inbox.get_message(object_id=ids[3])
        step.equals("subject, sender", (message.subject, message.sender.address), ("Strike report 03", "desk@lightning.example"))
        step.equals("to", [to.address for to in message.to], ["duty@conformance.example"])
        step.equals("text", message.get_body_text().strip(), "Strike 3")
        step.equals("read, draft", (message.is_read, message.is_draft), (False, False))
        step.check("conversation, link, message id", message.conversation_id and message.web_link and message.internet_message_id)
        step.equals("marked", message.mark_as_read(), True)
        step.equals("is_read", inbox.get_message(object_id=ids[3]).is_read, True)
    with report.step("categories and a flag are saved") as step:
        message.categories = ["Storm", "Seen"]
        message.flag.set_flagged(due_date=datetime.datetime(2026, 3, 5, tzinfo=datetime.UTC))
        step.equals("saved", message.save_message(), True)
        saved = inbox.get_message(object_id=ids[3])
        step.equals("categories, flag", (saved.categories, saved.flag.is_flagged), (["Storm", "Seen"], True))


def moves(report):
    address = emulator.open_mailbox("o365-moves")
    default_ids, immutable_ids = account(report, address).mailbox(), immutable(report, address).mailbox()
    known = emulator.deliver(address, emulator.strike_report(1))
    target = immutable_ids.inbox_folder().create_child_folder("Processed")
    with report.step("a move with default ids changes the id, and the old one is not found") as step:
        message = default_ids.get_message(object_id=known)
        old = message.object_id
        step.equals("moved", (message.move(target), step.calls[-1][1]), (True, 201))
        step.check("three different ids", len({known, old, message.object_id}) == 3, message.object_id)
        step.equals("read by the new id", default_ids.get_message(object_id=message.object_id).folder_id, target.folder_id)
        expect_error(step, lambda: default_ids.get_message(object_id=old), 404, "ErrorItemNotFound")
    with report.step("a move with immutable ids keeps the id") as step:
        message = immutable_ids.get_message(object_id=known)
        step.equals("moved", message.move("archive"), True)
        step.equals("id", (message.object_id, immutable_ids.get_message(object_id=known).object_id), (known, known))


def attachments(report):
    address = emulator.open_mailbox("o365-attachments")
    source = emulator.message_with_attachments()
    message = immutable(report, address).mailbox().get_message(object_id=emulator.deliver(address, source))
    with report.step("attachments are listed with name, kind, size and bytes") as step:
        step.equals("downloaded", (message.has_attachments, message.attachments.download_attachments()), (True, True))
        found = {attachment.name: attachment for attachment in message.attachments}
        csv, pixel, item, reference = (found[attachment["name"]] for attachment in source["attachments"])
        step.equals("kinds", (csv.attachment_type, item.attachment_type), ("file", "item"))
        for attachment, sent in ((csv, source["attachments"][0]), (pixel, source["attachments"][1])):
            step.equals(
                f"bytes of {attachment.name}", base64.b64decode(attachment.content), base64.b64decode(sent["contentBytes"])
            )
        step.equals("inline", (csv.is_inline, pixel.is_inline, pixel.content_id), (False, True, "pixel@lightning.example"))
        step.check(
            "all sizes are set",
            all(attachment.size for attachment in found.values()),
            {name: each.size for name, each in found.items()},
        )
        step.equals("a reference has no bytes", reference.content, None)
    with report.step("an attached message can be read as MIME and as a message") as step:
        step.equals("MIME", email.message_from_bytes(message.attachments.get_mime_content(item))["Subject"], "Earlier report")
        opened = message.attachments.get_eml_as_object(item)
        step.equals("message", (opened.subject, opened.sender.address), ("Earlier report", "night@lightning.example"))
    with report.step("the MIME content has the subject") as step:
        mime = email.message_from_bytes(message.get_mime_content())
        step.equals("subject", mime["Subject"], "Strike report with attachments")


def subscriptions(report):
    address = emulator.open_mailbox("o365-subscriptions")
    hooks = immutable(report, address).subscriptions()
    resource = f"users/{address}/mailFolders('inbox')/messages"
    with Receiver() as receiver:
        with report.step("a wrong validation response is rejected") as step:
            expect_error(step, lambda: hooks.create_subscription(receiver.url("/wrong"), resource), 400, "ValidationError")
        with report.step("a subscription is created after the validation") as step:
            created = hooks.create_subscription(
                receiver.url("/echo"), resource, expiration_minutes=4000, client_state="client state"
            )
            step.equals("validations", [request["path"] for request in receiver.validations], ["/wrong", "/echo"])
            step.equals("state, type", (created["clientState"], created["changeType"]), ("client state", "created"))
            step.equals("resource", created["resource"].lstrip("/"), resource)
        with report.step("a delivered message causes a notification") as step:
            message = emulator.deliver(address, emulator.strike_report(1))
            notification = receiver.wait_for(subscriptionId=created["id"])
            step.equals("state, type", (notification["clientState"], notification["changeType"]), ("client state", "created"))
            step.equals("id", (notification["resourceData"]["id"], notification["resource"].split("/")[-1]), (message, message))
        with report.step("it is renewed, read without clientState and deleted") as step:
            renewed = hooks.renew_subscription(created["id"], expiration_minutes=8000)
            step.check("the expiration is later", renewed["expirationDateTime"] > created["expirationDateTime"], renewed)
            step.equals("state", hooks.get_subscription(created["id"])["clientState"], None)
            step.equals(
                "listed", [each["clientState"] for each in hooks.list_subscriptions() if each["id"] == created["id"]], [None]
            )
            step.equals("deleted", hooks.delete_subscription(created["id"]), True)
            expect_error(step, lambda: hooks.get_subscription(created["id"]), 404, "ResourceNotFound")


def sending(report):
    sender, reader = emulator.open_mailbox("o365-sender"), emulator.open_mailbox("o365-reader")
    with report.step("sent mail is saved and delivered") as step:
        client = immutable(report, sender)
        draft = client.new_message()
        draft.to.add(reader)
        draft.subject, draft.body = "All clear", "<p>The storm is over.</p>"
        step.equals("sent", (draft.send(), step.calls[-1][1]), (True, 202))
        step.equals("saved", [message.subject for message in client.mailbox().sent_folder().get_messages()], ["All clear"])
        arrived = list(client.mailbox(resource=f"users/{reader}").inbox_folder().get_messages())
        step.equals("delivered", [(message.subject, message.sender.address) for message in arrived], [("All clear", sender)])


def limits(report):
    address = emulator.open_mailbox("o365-limits")
    client = immutable(report, address)
    for fault, description in (("status429", "throttled calls"), ("status5xx", "failed calls")):
        with report.step(f"{description} are retried until they succeed") as step:
            before, sent = emulator.calls(), 0
            emulator.faults(**{fault: 0.5}, seed=7)
            try:
                while sent < 8 and emulator.calls() - before == sent:
                    step.check("there are folders", list(client.mailbox().get_folders()))
                    sent += 1
            finally:
                emulator.faults()
            seen = emulator.calls() - before
            step.check(f"the emulator received more than {sent} calls", seen > sent, seen)
            step.equals("recorded calls", len(step.calls), seen)
    with report.step("a malformed id is rejected") as step:
        expect_error(step, lambda: client.mailbox().get_message(object_id="no-such-id"), 400, "ErrorInvalidIdMalformed")
    with report.step("an invalid token is rejected") as step:
        client.con.session.headers["Authorization"] = "Bearer no-token-at-all"
        expect_error(step, lambda: list(client.mailbox().get_folders()), 401, "InvalidAuthenticationToken")


report = Report("O365")
for section in (token, folders, messages, moves, attachments, subscriptions, sending, limits):
    with report.section(section.__name__):
        section(report)
