"""The O365 package, which speaks a dialect of its own: `%24top`, raw ids in paths, a slash before resources.

It has no delta and no batch, and cannot ask for hidden folders.
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
from tls import application, report_answer

# O365 logs every rejected call as an error; here rejections are expected.
logging.getLogger("O365").setLevel(logging.CRITICAL)


class LocalProtocol(O365.MSGraphProtocol):
    _protocol_url = f"{emulator.HTTP}/"


def account(report, address, **headers):
    backend = MemoryTokenBackend()
    made = O365.Account(
        (emulator.CLIENT_ID, emulator.SECRET),
        auth_flow_type="credentials",
        tenant_id=emulator.TENANT,
        protocol=LocalProtocol(default_resource=f"users/{address}", timezone="UTC"),
        token_backend=backend,
        default_headers=headers,
        requests_delay=0,
        request_retries=6,
    )
    made.con._msal_client = application(report, token_cache=backend)
    if not made.authenticate():
        raise RuntimeError("O365 did not get a token")
    made.con.session = made.con.get_session(load_token=True)
    made.con.session.hooks["response"].append(lambda answer, *_, **__: report_answer(report, answer))
    return made


def immutable(report, address):
    return account(report, address, Prefer=emulator.IMMUTABLE)


def refused(step, ask, status, code):
    try:
        answer = ask()
    except HTTPError as error:
        told = error.response.json()["error"]
        step.same("status, code", (error.response.status_code, told["code"]), (status, code))
        step.holds("O365 passes the message on", told["message"] and told["message"] in str(error), str(error))
        step.holds("there is a request-id", told.get("innerError", {}).get("request-id"), told)
    else:
        step.holds(f"the answer is {status}", False, answer)


def token(report):
    address = emulator.open_mailbox("o365-token")
    with report.step("O365 authenticates through msal and knows when its token ends") as step:
        acc = account(report, address)
        step.same("authenticated", acc.is_authenticated, True)
        left = acc.con.token_backend.token_expiration_datetime() - datetime.datetime.now()
        step.holds("the token lasts most of an hour", left > datetime.timedelta(minutes=50), left)


def folders(report):
    mailbox = immutable(report, emulator.open_mailbox("o365-folders")).mailbox()
    names = {f"Station {number:02}" for number in range(12)}
    with report.step("12 folders are made under the root") as step:
        made = [mailbox.create_child_folder(name) for name in sorted(names)]
        step.same("names", {folder.name for folder in made}, names)
        step.holds("each has id and parent", all(folder.folder_id and folder.parent_id for folder in made))
    with report.step("the tree comes whole with $top=999") as step:
        whole = list(mailbox.get_folders())
        step.holds("every folder made is in it", names | {"Inbox"} <= {folder.name for folder in whole}, whole)
        step.same("calls", len(step.calls), 1)
    with report.step("the tree comes in pages of 5 and is the same") as step:
        paged = list(mailbox.get_folders(limit=100, batch=5))
        step.same("ids", [folder.folder_id for folder in paged], [folder.folder_id for folder in whole])
        step.same("calls", len(step.calls), -(-len(whole) // 5))
    inbox = mailbox.get_folder(folder_id="Inbox")
    with report.step("child folders are made, found by name and counted") as step:
        child = inbox.create_child_folder("Processed")
        step.same("parent", child.parent_id, inbox.folder_id)
        step.same("found by name", inbox.get_folder(folder_name="Processed").folder_id, child.folder_id)
        step.same("listed", [folder.name for folder in inbox.get_folders()], ["Processed"])
        step.same("counted", mailbox.get_folder(folder_id="inbox").child_folders_count, 1)
    with report.step("a name that is not there is found as nothing") as step:
        step.same("found", inbox.get_folder(folder_name="Nowhere"), None)
    with report.step("a taken name is refused; get-or-create finds it") as step:
        refused(step, lambda: inbox.create_child_folder("Processed"), 409, "ErrorFolderExists")
        step.same("found by name", inbox.get_folder(folder_name="Processed").folder_id, child.folder_id)


def messages(report):
    address = emulator.open_mailbox("o365-messages")
    inbox = immutable(report, address).mailbox().inbox_folder()
    ids = [emulator.deliver(address, emulator.strike_report(number)) for number in range(12)]
    with report.step("a list is filtered, ordered, selected and paged") as step:
        ask = inbox.new_query()
        since = ask.greater_equal("receivedDateTime", datetime.datetime(2026, 3, 1, 8, 2, tzinfo=datetime.UTC))
        query = since & ask.select("subject", "receivedDateTime") & ask.orderby(("receivedDateTime", False))
        found = list(inbox.get_messages(limit=50, batch=4, query=query))
        step.same("ids", [message.object_id for message in found], ids[:1:-1])
        step.same("received", found[-1].received, datetime.datetime(2026, 3, 1, 8, 2, tzinfo=datetime.UTC))
        step.same("unselected body", {message.body for message in found}, {""})
        step.same("calls", len(step.calls), 3)
    with report.step("a message has its fields, and marking it as read sticks") as step:
        message = inbox.get_message(object_id=ids[3])
        step.same("subject, sender", (message.subject, message.sender.address), ("Strike report 03", "desk@lightning.example"))
        step.same("to", [to.address for to in message.to], ["duty@conformance.example"])
        step.same("text", message.get_body_text().strip(), "Strike 3")
        step.same("unread, no draft", (message.is_read, message.is_draft), (False, False))
        step.holds("conversation, link, message id", message.conversation_id and message.web_link and message.internet_message_id)
        step.same("marked", message.mark_as_read(), True)
        step.same("is_read", inbox.get_message(object_id=ids[3]).is_read, True)
    with report.step("categories and a flag are saved") as step:
        message.categories = ["Storm", "Seen"]
        message.flag.set_flagged(due_date=datetime.datetime(2026, 3, 5, tzinfo=datetime.UTC))
        step.same("saved", message.save_message(), True)
        saved = inbox.get_message(object_id=ids[3])
        step.same("categories, flag", (saved.categories, saved.flag.is_flagged), (["Storm", "Seen"], True))


def moves(report):
    address = emulator.open_mailbox("o365-moves")
    plain, lasting = account(report, address).mailbox(), immutable(report, address).mailbox()
    known = emulator.deliver(address, emulator.strike_report(1))
    target = lasting.inbox_folder().create_child_folder("Processed")
    with report.step("a move with default ids gives a new id, and the old one is gone") as step:
        message = plain.get_message(object_id=known)
        old = message.object_id
        step.same("moved", (message.move(target), step.calls[-1][1]), (True, 201))
        step.holds("three different ids", len({known, old, message.object_id}) == 3, message.object_id)
        step.same("read by the new id", plain.get_message(object_id=message.object_id).folder_id, target.folder_id)
        refused(step, lambda: plain.get_message(object_id=old), 404, "ErrorItemNotFound")
    with report.step("a move with immutable ids keeps the id") as step:
        message = lasting.get_message(object_id=known)
        step.same("moved", message.move("archive"), True)
        step.same("id", (message.object_id, lasting.get_message(object_id=known).object_id), (known, known))


def attachments(report):
    address = emulator.open_mailbox("o365-attachments")
    letter = emulator.letter_with_attachments()
    message = immutable(report, address).mailbox().get_message(object_id=emulator.deliver(address, letter))
    with report.step("attachments are listed with name, kind, size and bytes") as step:
        step.same("downloaded", (message.has_attachments, message.attachments.download_attachments()), (True, True))
        found = {attachment.name: attachment for attachment in message.attachments}
        csv, pixel, item, reference = (found[attachment["name"]] for attachment in letter["attachments"])
        step.same("kinds", (csv.attachment_type, item.attachment_type), ("file", "item"))
        for attachment, sent in ((csv, letter["attachments"][0]), (pixel, letter["attachments"][1])):
            step.same(f"bytes of {attachment.name}", base64.b64decode(attachment.content), base64.b64decode(sent["contentBytes"]))
        step.same("inline", (csv.is_inline, pixel.is_inline, pixel.content_id), (False, True, "pixel@lightning.example"))
        step.holds(
            "sizes are told",
            all(attachment.size for attachment in found.values()),
            {name: each.size for name, each in found.items()},
        )
        step.same("a reference holds no bytes", reference.content, None)
    with report.step("an attached letter opens as MIME and as a message") as step:
        step.same("MIME", email.message_from_bytes(message.attachments.get_mime_content(item))["Subject"], "Earlier report")
        opened = message.attachments.get_eml_as_object(item)
        step.same("message", (opened.subject, opened.sender.address), ("Earlier report", "night@lightning.example"))
    with report.step("MIME of the letter") as step:
        mime = email.message_from_bytes(message.get_mime_content())
        step.same("subject", mime["Subject"], "Strike report with attachments")


def subscriptions(report):
    address = emulator.open_mailbox("o365-subscriptions")
    hooks = immutable(report, address).subscriptions()
    resource = f"users/{address}/mailFolders('inbox')/messages"
    with Receiver() as receiver:
        with report.step("a handshake answered wrongly is refused") as step:
            refused(step, lambda: hooks.create_subscription(receiver.url("/wrong"), resource), 400, "ValidationError")
        with report.step("a subscription is created after its handshake") as step:
            made = hooks.create_subscription(receiver.url("/echo"), resource, expiration_minutes=4000, client_state="between us")
            step.same("handshakes", [shake["path"] for shake in receiver.handshakes], ["/wrong", "/echo"])
            step.same("state, type", (made["clientState"], made["changeType"]), ("between us", "created"))
            step.same("resource", made["resource"].lstrip("/"), resource)
        with report.step("a delivered message is notified") as step:
            message = emulator.deliver(address, emulator.strike_report(1))
            note = receiver.wait_for(subscriptionId=made["id"])
            step.same("state, type", (note["clientState"], note["changeType"]), ("between us", "created"))
            step.same("id", (note["resourceData"]["id"], note["resource"].split("/")[-1]), (message, message))
        with report.step("it is renewed, read without its state, deleted, and then gone") as step:
            renewed = hooks.renew_subscription(made["id"], expiration_minutes=8000)
            step.holds("the expiry is later", renewed["expirationDateTime"] > made["expirationDateTime"], renewed)
            step.same("state", hooks.get_subscription(made["id"])["clientState"], None)
            step.same("listed", [each["clientState"] for each in hooks.list_subscriptions() if each["id"] == made["id"]], [None])
            step.same("deleted", hooks.delete_subscription(made["id"]), True)
            refused(step, lambda: hooks.get_subscription(made["id"]), 404, "ResourceNotFound")


def sending(report):
    sender, reader = emulator.open_mailbox("o365-sender"), emulator.open_mailbox("o365-reader")
    with report.step("sent mail is kept and arrives") as step:
        acc = immutable(report, sender)
        letter = acc.new_message()
        letter.to.add(reader)
        letter.subject, letter.body = "All clear", "<p>The storm is over.</p>"
        step.same("sent", (letter.send(), step.calls[-1][1]), (True, 202))
        step.same("kept", [message.subject for message in acc.mailbox().sent_folder().get_messages()], ["All clear"])
        arrived = list(acc.mailbox(resource=f"users/{reader}").inbox_folder().get_messages())
        step.same("arrived", [(message.subject, message.sender.address) for message in arrived], [("All clear", sender)])


def limits(report):
    address = emulator.open_mailbox("o365-limits")
    acc = immutable(report, address)
    for fault, words in (("status429", "refused with 429"), ("status5xx", "that the service drops")):
        with report.step(f"calls {words} are repeated until they pass") as step:
            before, made = emulator.calls(), 0
            emulator.faults(**{fault: 0.5}, seed=7)
            try:
                while made < 8 and emulator.calls() - before == made:
                    step.holds("there are folders", list(acc.mailbox().get_folders()))
                    made += 1
            finally:
                emulator.faults()
            seen = emulator.calls() - before
            step.holds(f"the emulator saw more than {made} calls", seen > made, seen)
            step.same("calls on the wire", len(step.calls), seen)
    with report.step("a malformed id is refused") as step:
        refused(step, lambda: acc.mailbox().get_message(object_id="no-such-id"), 400, "ErrorInvalidIdMalformed")
    with report.step("a bad token is refused") as step:
        acc.con.session.headers["Authorization"] = "Bearer no-token-at-all"
        refused(step, lambda: list(acc.mailbox().get_folders()), 401, "InvalidAuthenticationToken")


report = Report("O365")
for chapter in (token, folders, messages, moves, attachments, subscriptions, sending, limits):
    with report.chapter(chapter.__name__):
        chapter(report)
