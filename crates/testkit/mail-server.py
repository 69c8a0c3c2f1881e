"""An independent mail server for tests, based on aiosmtpd.

mail-server.py FILE prints its port and appends every received mail to FILE as a line of JSON. The recipient decides what
happens: nobody@... does not exist, busy@... is rejected temporarily and accepted at the third attempt, rejected@... is rejected
after the text, hanging@... is written to FILE but never acknowledged unless FILE.go exists.
"""

import asyncio
import json
import os
import sys

from aiosmtpd.smtp import SMTP

FILE = sys.argv[1]


BUSY = iter(range(2))


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("busy") and next(BUSY, None) is not None:
            return "451 4.7.1 try again later"
        if address.startswith("nobody"):
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        if any(to.startswith("rejected") for to in envelope.rcpt_tos):
            return "554 5.7.1 message rejected"
        mail = {"from": envelope.mail_from, "to": envelope.rcpt_tos, "data": envelope.content.decode("utf-8", "replace")}
        with open(FILE, "a", encoding="utf-8") as file:
            file.write(json.dumps(mail) + "\n")
        if any(to.startswith("hanging") for to in envelope.rcpt_tos) and not os.path.exists(FILE + ".go"):
            await asyncio.Event().wait()
        return "250 OK"


async def main():
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Handler(), hostname="mail.test"), "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    # Ends when the parent process closes stdin.
    await loop.run_in_executor(None, sys.stdin.read)
    os._exit(0)


asyncio.run(main())
