"""A phone that never gives up, for a site that is killed."""

import json
import random
import threading
import time
import urllib.error
import urllib.request
from http.client import HTTPException
from uuid import uuid4

LINE = {"game": "grand", "matadors": 2, "won": True}


class Phone(threading.Thread):
    """A phone that sends every act until it has its receipt, and now and then an old one again."""

    def __init__(self, address: str, key: str, *, seed: int, over: threading.Event) -> None:
        super().__init__(daemon=True)
        self.address = address
        self.headers = {"X-Table-Key": key, "X-Device": f"{seed:032x}", "Content-Type": "application/json"}
        self.chance, self.over = random.Random(seed), over
        self.deals: list[str] = []
        self.sent: list[dict[str, object]] = []
        self.tries = 0
        self.told = 0
        """How often the site said that it could not save anything."""

        self.wrong = ""

    def run(self) -> None:
        while not self.over.is_set() and not self.wrong:
            act = self._next()
            again = [self.chance.choice(self.sent)] if self.sent and self.chance.random() < 0.3 else []
            self._send([*again, act])
            self.sent.append(act)
            if act["do"] == "enter":
                self.deals.append(str(act["key"]))
            else:
                self.deals.pop()
            time.sleep(self.chance.uniform(0.0, 0.3))

    def _next(self) -> dict[str, object]:
        number = len(self.deals)
        # A phone takes back what it entered last, once; what is older is corrected with consent.
        may_undo = bool(self.sent) and self.sent[-1]["do"] == "enter"
        if number == 96 or (number and may_undo and self.chance.random() < 0.1):
            return {"key": str(uuid4()), "do": "take-back", "number": number, "of": self.deals[-1]}
        line = {**LINE, "declarer": (number + 1) % 4 + 1}
        return {"key": str(uuid4()), "do": "enter", "number": number + 1, "line": line}

    def _send(self, acts: list[dict[str, object]]) -> None:
        body = json.dumps({"copy": "first", "unsent": 0, "acts": acts}).encode()
        while not self.wrong:
            self.tries += 1
            try:
                request = urllib.request.Request(self.address, body, self.headers)
                with urllib.request.urlopen(request, timeout=10) as answer:
                    receipts = json.load(answer)["receipts"]
            except urllib.error.HTTPError as error:
                self._hear(error)
            except (OSError, HTTPException, ValueError):
                # No answer, or half of one.
                time.sleep(0.2)
            else:
                if [receipt["state"] for receipt in receipts] != ["saved"] * len(acts):
                    self.wrong = str(receipts)
                return

    def _hear(self, error: urllib.error.HTTPError) -> None:
        said = error.read()
        if error.code == 503 and json.loads(said)["code"] == "not-saved":
            self.told += 1
            time.sleep(0.2)
        else:
            self.wrong = f"{error.code}: {said[:300]!r}"
