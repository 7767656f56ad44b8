"""A trader behind an engine that is not ours: it says what to send, and judges every report that arrives.

Every message must come once and in the order of its number. Each request has one answer. Of each order the shares done grow by what each
report says, so a report that is lost, doubled or out of order shows in the sums, too."""

import time

from ends import Silence

TRADES = {"F", "1", "2"}  # ExecType of 4.4, and of 4.2
VOLATILE = {"8", "9", "10", "34", "43", "52", "97", "122", "369"}  # what a resend changes


class Wrong(AssertionError):
    """The peer's engine and the venue do not agree."""


def fields_of(text):
    return dict(field.split("=", 1) for field in text.split("|") if field)


class Trader:
    """Orders of one session. Its engine is a Process, killed and started as the test likes."""

    def __init__(self, peer, prefix, random):
        self.peer, self.prefix, self.random = peer, prefix, random
        self.kills, self.repeats = 0, 0
        self.taken = 0  # lines of the peer that were looked at
        self.last = 0  # MsgSeqNum
        self.bodies = {}  # by MsgSeqNum
        self.requests = {}  # ClOrdID: the command
        self.unsent = []  # ClOrdIDs whose "sent" has not come
        self.answers = {}  # ClOrdID: the kind of its answer
        self.orders = {}  # the first ClOrdID: side, cum, latest
        self.first_of = {}  # ClOrdID: the first of its order
        self.executions = set()
        self.states = {}  # ClOrdID: CumQty that the venue says
        self.position, self.trades = 0, 0

    # Commands.

    def ask(self, command, clordid):
        self.requests[clordid] = command
        self.unsent.append(clordid)
        self.peer.tell(command)

    def act(self):
        """One request at random."""
        clordid = f"{self.prefix}{len(self.requests) + 1}"
        old = [first for first, order in self.orders.items() if order["is_open"]]
        choice = self.random.random()
        if not old or choice < 0.7:
            side = self.random.choice("12")
            price = f"{50 + self.random.randint(-3, 3) / 100:.2f}"
            self.ask(f"enter {clordid} {side} {self.random.randint(1, 5) * 100} {price}", clordid)
            return
        order = self.orders[self.random.choice(old)]
        if choice < 0.85:
            self.ask(f"cancel {clordid} {order['latest']} {order['side']} 100", clordid)
        else:
            qty, price = self.random.randint(1, 9) * 100, f"{50 + self.random.randint(-3, 3) / 100:.2f}"
            self.ask(f"replace {clordid} {order['latest']} {order['side']} {qty} {price}", clordid)

    def kill(self):
        self.peer.kill()
        self.kills += 1

    def start(self):
        """Commands that the last process did not confirm are given again: the engine knows which it has stored."""
        self.peer.start()
        self.look()
        for clordid in list(self.unsent):
            self.peer.tell(self.requests[clordid])

    # Reports.

    def look(self):
        """Takes what the peer has said."""
        with self.peer.changed:
            lines = self.peer.said[self.taken:]
            self.taken = len(self.peer.said)
        for line in lines:
            word, _, rest = line.partition(" ")
            if word == "sent" and rest in self.unsent:
                self.unsent.remove(rest)
            elif word == "got":
                number, _, text = rest.partition(" ")
                self.take(int(number), fields_of(text))
            elif word == "error":
                raise Wrong(f"{self.peer.name}: {line}")

    def take(self, number, fields):
        body = {tag: value for tag, value in fields.items() if tag not in VOLATILE}
        if number <= self.last:
            # An engine that is killed between its application and its store hands the message on once more.
            if body != self.bodies.get(number) or self.repeats == self.kills:
                raise Wrong(f"{self.peer.name}: message {number} came again behind {self.last}: {fields}")
            self.repeats += 1
            return
        self.last, self.bodies[number] = number, body
        kind = fields["35"]
        if kind == "9":
            self.answer(fields["11"], "refused")
        elif kind == "8":
            self.take_report(fields)
        else:
            raise Wrong(f"{self.peer.name}: unexpected message {fields}")

    def answer(self, clordid, kind):
        if clordid not in self.requests or clordid in self.answers:
            raise Wrong(f"{self.peer.name}: {clordid} is answered by {kind}; before by {self.answers.get(clordid)}")
        self.answers[clordid] = kind

    def take_report(self, fields):
        clordid, exec_type, cum = fields["11"], fields["150"], int(fields["14"])
        if exec_type == "I" or fields.get("20") == "3":
            self.states[clordid] = cum
            return
        if fields["17"] in self.executions:
            raise Wrong(f"{self.peer.name}: ExecID {fields['17']} comes twice")
        self.executions.add(fields["17"])
        if exec_type in ("0", "8") and "41" not in fields:
            self.answer(clordid, "new" if exec_type == "0" else "rejected")
            self.orders[clordid] = {"side": fields["54"], "cum": 0, "latest": clordid, "is_open": exec_type == "0"}
            self.first_of[clordid] = clordid
        elif exec_type == "4" and "41" not in fields:
            pass  # not asked for: a replacement to no more than is done already ends the order, and is itself refused
        elif exec_type in ("4", "5"):
            self.answer(clordid, "done")
            self.first_of[clordid] = self.first_of[fields["41"]]
            if exec_type == "5":
                self.orders[self.first_of[clordid]]["latest"] = clordid
        order = self.orders[self.first_of[clordid]]
        if exec_type in TRADES:
            done = int(fields["32"])
            order["cum"] += done
            self.trades += 1
            self.position += done if fields["54"] == "1" else -done
        if order["cum"] != cum:
            raise Wrong(f"{self.peer.name}: {clordid} has {cum} shares done by the report, {order['cum']} by all of them: {fields}")
        order["is_open"] = int(fields["151"]) > 0

    def is_settled(self):
        self.look()
        return not self.unsent and len(self.answers) == len(self.requests)

    # Ends.

    def open_questions(self):
        return [clordid for clordid in self.requests if clordid not in self.answers][:10]

    def accepted(self):
        return {first: order for first, order in self.orders.items() if self.answers[first] == "new"}

    def ask_states(self):
        for order in self.accepted().values():
            self.peer.tell(f"status {order['latest']} {order['side']}")

    def has_states(self):
        self.look()
        return all(order["latest"] in self.states for order in self.accepted().values())

    def check_states(self):
        """The venue's own sums are those of the reports."""
        wrong = {first: (order, self.states[order["latest"]]) for first, order in self.accepted().items()
                 if self.states[order["latest"]] != order["cum"]}
        if wrong:
            raise Wrong(f"{self.peer.name}: orders as the reports and as the venue have them: {wrong}")

    def numbers(self):
        return numbers_of(self.peer)


def numbers_of(peer):
    """What the engine says of its session: next number out, next in, and its counts."""
    words = peer.ask("numbers", "numbers ").split()
    return {"out": int(words[1]), "in": int(words[2]), **{key: int(value) for key, value in (word.split("=") for word in words[3:])}}


def until(is_so, seconds, what):
    """Looks every few milliseconds."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise Silence(what())
        time.sleep(0.01)


def settled_numbers_of(peer):
    """An engine counts a message after its application has seen it: two readings must be the same."""
    before = numbers_of(peer)
    while True:
        time.sleep(0.1)
        after = numbers_of(peer)
        if after == before:
            return after
        before = after


def flood(peer, requests):
    """ResendRequests for the whole day, at once. Some of the day comes again."""
    before = numbers_of(peer)["dup"]
    for _ in range(requests):
        peer.tell("resend 1 0")

    def has_grown():
        """Requests of a connection that has just ended are lost."""
        if numbers_of(peer)["dup"] > before:
            return True
        peer.tell("resend 1 0")
        time.sleep(0.3)
        return False

    until(has_grown, 60, lambda: f"{peer.name}: nothing is sent again: " + "\n".join(peer.said[-60:]))


def check_numbers_agree(peer):
    """A TestRequest and its Heartbeat: either end has the number that the other one expects, because nothing is asked for again. The
    first one waits for what was asked for before."""
    for word in ("SETTLED", "AGREED"):
        before = settled_numbers_of(peer)
        begin = peer.mark()
        peer.tell(f"test {word}")
        peer.wait_for(lambda line, wanted=f"heartbeat {word}": line == wanted, begin)
    after = settled_numbers_of(peer)
    if after["requests"] != before["requests"] or after["dup"] != before["dup"] or after["out"] <= before["out"] or after["in"] <= before["in"]:
        raise Wrong(f"{peer.name}: the numbers do not agree: {before} before a TestRequest, {after} after it")
    if after["rejects"] or after["refused"]:
        raise Wrong(f"{peer.name}: a message was rejected: {after}")
