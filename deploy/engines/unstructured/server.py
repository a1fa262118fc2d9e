"""Unstructured's partition API on loopback: POST /general/v0/general, around its library.

The project's own server is on no package registry. This one supports PDF, DOCX and TXT with the
strategy "fast" and PDF with "ocr_only", which need no layout models.
Fields:
https://docs.unstructured.io/api-reference/partition/api-parameters
"""

import argparse
import hmac
import json
import os
import resource
import select
import socket
import sys
import threading
from email.parser import BytesParser
from email.policy import HTTP
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from socketserver import ForkingMixIn

os.environ.update(SCARF_NO_ANALYTICS="true", DO_NOT_TRACK="true", HF_HUB_OFFLINE="1")

import recognition  # noqa: E402
import sentences  # noqa: E402
import unstructured.nlp.tokenize as tokenize  # noqa: E402

tokenize._load_spacy_model = sentences.load
recognition.prepare()

from pdfminer.pdfdocument import PDFPasswordIncorrect  # noqa: E402
from unstructured.partition.docx import partition_docx  # noqa: E402
from unstructured.partition.pdf import partition_pdf  # noqa: E402
from unstructured.partition.text import partition_text  # noqa: E402
from unstructured.staging.base import convert_to_dict  # noqa: E402

BODY_BYTES_MAX = 32 * 1024 * 1024
ADDRESS_SPACE_BYTES = 6 * 1024**3
CPU_SECONDS_MAX = 120
STRATEGIES = ["fast", "ocr_only"]
PARTITIONERS = {
    "application/pdf": partition_pdf,
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": partition_docx,
    "text/plain": partition_text,
}
ENDINGS = {".pdf": "application/pdf", ".txt": "text/plain"} | {
    ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
}


class Refused(Exception):
    """A response other than 200."""

    def __init__(self, status: int, detail: str):
        super().__init__(detail)
        self.status = status


def read_form(content_type: str, body: bytes):
    """The fields of a multipart body, and the file among them: its name, type and bytes."""
    if not content_type.startswith("multipart/form-data"):
        raise Refused(422, "Field required: files")
    message = BytesParser(policy=HTTP).parsebytes(
        b"Content-Type: " + content_type.encode("latin-1") + b"\r\n\r\n" + body
    )
    fields, file = {}, None
    for part in message.iter_parts() if message.is_multipart() else ():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True) or b""
        if name == "files":
            file = (part.get_filename() or "", part.get_content_type(), content)
        elif name:
            fields[name.removesuffix("[]")] = content.decode("utf-8", "replace")
    if file is None:
        raise Refused(422, "Field required: files")
    return fields, file


def type_of(name: str, declared: str, fields: dict) -> str:
    chosen = fields.get("content_type") or ENDINGS.get(os.path.splitext(name.lower())[1]) or declared
    if chosen not in PARTITIONERS:
        raise Refused(400, f"File type {chosen} is not supported.")
    return chosen


def partition(fields: dict, file: tuple) -> list:
    """The elements of the file, as the API returns them."""
    name, declared, content = file
    kind = type_of(name, declared, fields)
    strategy = fields.get("strategy", "auto")
    if strategy not in STRATEGIES:
        raise Refused(400, f"Invalid strategy: {strategy}. Must be one of {STRATEGIES}")
    if not content:
        raise Refused(400, "File is empty.")
    options = {"strategy": strategy} if kind == "application/pdf" else {}
    try:
        elements = PARTITIONERS[kind](file=BytesIO(content), metadata_filename=name or None, **options)
        found = convert_to_dict(elements)
    except PDFPasswordIncorrect as error:
        raise Refused(422, "File is encrypted. Please decrypt it with password.") from error
    except (MemoryError, RecursionError) as error:
        raise Refused(500, "Memory limit exceeded.") from error
    except Exception as error:  # any parser error means an unreadable file
        if "encrypt" in str(error).lower() or "password" in str(error).lower():
            raise Refused(422, "File is encrypted. Please decrypt it with password.") from error
        raise Refused(422, f"File does not appear to be a valid {kind} file.") from error
    if fields.get("coordinates", "false") != "true":
        for element in found:
            element["metadata"].pop("coordinates", None)
    return found


class Server(ForkingMixIn, HTTPServer):
    """A process per request: the library is not thread-safe, and a large file delays no other."""

    max_children = 8
    request_queue_size = 128


def end_with(connection: socket.socket):
    """Ends this process when its client goes away: nobody waits for the file any more."""
    while True:
        select.select([connection], [], [])
        if not connection.recv(1, socket.MSG_PEEK):
            os._exit(1)
        # A request sent ahead, which this process will not read.
        threading.Event().wait(1)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Of a read or write: connections without a request do not keep their process.
    timeout = 30
    key = ""

    def do_GET(self):
        known = self.path == "/healthcheck"
        self.answer(200 if known else 404, {"healthcheck": "HEALTHCHECK STATUS: EVERYTHING OK!"} if known else {"detail": "Not Found"})

    def do_POST(self):
        try:
            self.answer(200, self.partition())
        except Refused as refused:
            self.answer(refused.status, {"detail": str(refused)})

    def partition(self):
        length = int(self.headers.get("content-length") or 0)
        if length > BODY_BYTES_MAX:
            self.close_connection = True
            raise Refused(413, "File is too large.")
        body = self.rfile.read(length) if length else self.read_chunks()
        if self.path != "/general/v0/general":
            raise Refused(404, "Not Found")
        given = self.headers.get("unstructured-api-key") or ""
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            raise Refused(401, "API key is malformed, please type the API key correctly in the header.")
        # Reading gives way to requests, as the embedded parser does.
        os.nice(5)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_MAX, CPU_SECONDS_MAX))
        threading.Thread(target=end_with, args=(self.connection,), daemon=True).start()
        return partition(*read_form(self.headers.get("content-type") or "", body))

    def read_chunks(self) -> bytes:
        if self.headers.get("transfer-encoding", "").lower() != "chunked":
            return b""
        body = bytearray()
        while size := int(self.rfile.readline().split(b";")[0], 16):
            if len(body) + size > BODY_BYTES_MAX:
                self.close_connection = True
                raise Refused(413, "File is too large.")
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return bytes(body)

    def answer(self, status: int, value):
        content = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        # A process serves one request.
        self.send_header("connection", "close")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format, *args):
        sys.stderr.write(f"{format % args}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE_BYTES, ADDRESS_SPACE_BYTES))
    Handler.key = os.environ["UNSTRUCTURED_KEY"]
    # Warms up what is loaded lazily, before the first file.
    partition_text(text="This is the first sentence. It is read while nobody waits.")
    Server(("127.0.0.1", parser.parse_args().port), Handler).serve_forever()


if __name__ == "__main__":
    main()
