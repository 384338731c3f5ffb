"""A mail server with a fault, for the tests of sending. It prints its port, and ends when its input does.

Each mail that it accepts is written to a file of its folder, with the sender and the recipients in front.
"""

import argparse
import asyncio
import logging
import pathlib
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

arguments = argparse.ArgumentParser()
arguments.add_argument("--folder", required=True)
arguments.add_argument("--fault", default="")
arguments.add_argument("--certificate")
arguments.add_argument("--key")
arguments.add_argument("--tls", choices=["starttls", "wrapped", "none"], default="none")
arguments.add_argument("--password")
arguments.add_argument("--utf8", action="store_true")
given = arguments.parse_args()

# It warns of a sign-in without TLS, which is what some tests are about.
logging.getLogger("mail.log").setLevel(logging.ERROR)
warnings.simplefilter("ignore")


class Handler:
    mails = 0

    async def handle_MAIL(self, server, session, envelope, address, options):
        if given.fault == "sender-later":
            return "451 4.7.1 slow down"
        if given.fault == "sender-refused":
            return f"553 5.7.1 not allowed to send as {address}"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 sender ok"

    async def handle_RCPT(self, server, session, envelope, address, options):
        pathlib.Path(given.folder, "asked.txt").touch()
        if given.fault == "recipient-later":
            return "450 4.2.0 greylisted"
        if given.fault == "recipient-refused":
            return f"550 5.1.1 <{address}>: no such user"
        if given.fault == "recipient-unauthenticated":
            return "530 5.7.0 authentication required"
        if given.fault == "slow":
            await asyncio.sleep(60)
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 recipient ok"

    async def handle_DATA(self, server, session, envelope):
        if given.fault == "text-later":
            return "452 4.3.1 disk full"
        if given.fault == "text-refused":
            return "554 5.7.1 looks like spam"
        if given.fault == "text-quoted":
            text = envelope.content.decode("utf-8", "replace")
            return f"554 5.7.1 spam: {text[-80:]!r}"
        if given.fault == "closed":
            server.transport.close()
            return "250 never sent"
        Handler.mails += 1
        lines = [f"FROM {envelope.mail_from} {' '.join(envelope.mail_options)}"]
        lines += [f"TO {address}" for address in envelope.rcpt_tos]
        head = "\r\n".join(lines) + "\r\n\r\n"
        name = f"{Handler.mails}.{id(session)}.eml"
        arriving = pathlib.Path(given.folder, f"{name}.part")
        arriving.write_bytes(head.encode() + envelope.content)
        # A test that looks meanwhile sees all of the mail or nothing.
        arriving.rename(pathlib.Path(given.folder, name))
        return f"250 2.0.0 queued as {Handler.mails}"


def authenticate(server, session, envelope, mechanism, data):
    if given.fault == "echo":
        word = data.password.decode()
        return AuthResult(success=False, handled=False, message=f"535 5.7.8 wrong: {word}")
    is_right = data.login == b"ada" and data.password == given.password.encode()
    return AuthResult(success=is_right, handled=False)


def session(handler):
    options = {"enable_SMTPUTF8": given.utf8, "hostname": "faulty.example.org"}
    if given.tls == "starttls":
        options |= {"tls_context": context(), "require_starttls": True}
    if given.password is not None:
        options |= {
            "authenticator": authenticate,
            "auth_required": True,
            "auth_require_tls": given.tls == "starttls",
        }
    kind = Refusing if given.fault == "greeting-refused" else SMTP
    return kind(handler, **options)


class Refusing(SMTP):
    async def push(self, status):
        if status.startswith("220"):
            status = "554 5.7.1 your network may not connect"
        return await super().push(status)


def context():
    created = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    created.load_cert_chain(given.certificate, given.key)
    return created


async def serve():
    loop = asyncio.get_running_loop()
    handler = Handler()
    wrapped = context() if given.tls == "wrapped" else None
    server = await loop.create_server(lambda: session(handler), "127.0.0.1", 0, ssl=wrapped)
    print(server.sockets[0].getsockname()[1], flush=True)
    # The test ends by closing this.
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(serve())
