#!/usr/bin/env python3
"""QuickFIX/J and Artio against our FIX sessions, as processes: fix_peers_test.py HOTPATH FIX_END JARS DICTIONARIES [TEST...]

Against `hotpath exchange` they are traders; against our own end on its durable store (fix_end) they are either side. Connections are cut at any
byte, either process is killed (kill -9), and whole days are asked for again, a hundred times at once. Every order and every report must
arrive once and in order, sums and sequence numbers agree. HOTPATH_FIX_ROUNDS is the number of faults in each test (8), HOTPATH_SEED
another random stream. Exit status 77 (skipped): tests/fix_peers/build has not made the engines."""

import os
import random
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "support")]
from ends import Venue, Wire, fix_end, java_peer  # noqa: E402
from orders import Trader, check_numbers_agree, fields_of, flood, numbers_of, until  # noqa: E402
from own_ports import own_port  # noqa: E402

HOTPATH, FIX_END, JARS, DICTIONARIES = (sys.argv + [""] * 5)[1:5]
ROUNDS = int(os.environ.get("HOTPATH_FIX_ROUNDS", "8"))
SEED = int(os.environ.get("HOTPATH_SEED", "21"))
FLOOD = 100  # ResendRequests for the whole day


class Peers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="fix-peers-")
        self.addCleanup(self.folder.cleanup)
        self.random = random.Random(f"{SEED} {self.id()}")
        self.began = time.monotonic()
        self.facts = []
        self.processes = []
        self.is_done = False

    def tearDown(self):
        for process in self.processes if not self.is_done else []:
            print(f"{process.name}{' has ended' if process.has_ended_by_itself() else ''}:\n  " + "\n  ".join(process.said[-15:]), flush=True)
        print(f"{self.id().split('.')[-1]}: {', '.join(self.facts)} ({time.monotonic() - self.began:.0f} s, HOTPATH_SEED={SEED})", flush=True)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def wire(self):
        wire = Wire(self.random.random())
        self.addCleanup(wire.close)
        return wire

    def java(self, engine, role, version, port, sender, target, password=""):
        peer = java_peer(JARS, engine, role, version, port, self.path(sender), sender, target, password, DICTIONARIES)
        return self.keep(peer)

    def keep(self, process):
        self.processes.append(process)
        self.addCleanup(process.end)
        return process


class TradersOfTheVenue(Peers):
    """ALICE trades over FIX 4.4, BOB over 4.2, each through a wire of their own."""

    def setUp(self):
        super().setUp()
        self.venue = self.keep(Venue(HOTPATH, self.folder.name))
        self.traders, self.wires = [], []

    def add(self, engine, version, user):
        wire = self.wire()
        peer = self.java(engine, "initiator", version, wire.port, f"{user}-FIX", "HOTPATH", f"{user[0]}FIX")
        self.traders.append(Trader(peer, user[0], self.random))
        self.wires.append(wire)

    def start_venue(self):
        self.venue.start()
        for wire in self.wires:
            wire.target = self.venue.port

    def start(self):
        self.start_venue()
        for trader in self.traders:
            trader.start()
        for trader in self.traders:
            trader.peer.wait_for(lambda line: line == "up")

    def trade(self, requests):
        for _ in range(requests):
            trader = self.random.choice(self.traders)
            trader.look()
            trader.act()
            if self.random.random() < 0.2:
                time.sleep(0.005)

    def settle(self):
        until(lambda: all([trader.is_settled() for trader in self.traders]), 60, lambda: "no answer to " + "; ".join(
            f"{trader.peer.name}: {trader.open_questions()}, unsent {trader.unsent[:5]}, {trader.peer.said[-12:]}" for trader in self.traders) +
              f"; the venue says {self.venue.said[-5:]}")

    def finish(self):
        """Everything that is on its way arrives, and both sides have the same sums and numbers."""
        self.settle()
        for trader in self.traders:
            trader.ask_states()
        until(lambda: all([trader.has_states() for trader in self.traders]), 60, lambda: "no order status: " + str(self.venue.said[-5:]))
        for trader in self.traders:
            trader.check_states()
            check_numbers_agree(trader.peer)
            trader.look()
        self.assertEqual(sum(trader.position for trader in self.traders), 0)
        self.assertGreater(sum(trader.trades for trader in self.traders), 10)
        for trader in self.traders:
            counts = numbers_of(trader.peer)
            self.facts.append(f"{trader.peer.name} {len(trader.requests)} requests, {len(trader.executions)} reports, position "
                              f"{trader.position}, {trader.kills} kills, {trader.repeats} handed on again by its engine, "
                              f"{counts['dup']} duplicates and {counts['gapfills']} gap fills on the wire")
            self.assertEqual(trader.peer.quit(), 0)
        self.assertEqual(self.venue.stop(), 0, self.venue.said[-10:])
        replayed = self.venue.replay()
        self.assertEqual(replayed.returncode, 0, replayed.stdout + replayed.stderr)
        self.is_done = True

    def life(self):
        """Nothing goes wrong."""
        self.start()
        for _ in range(4):
            self.trade(15)
            self.settle()  # cancels and replacements are of orders that are known to be open
        for trader in self.traders:
            begin = trader.peer.mark()
            trader.peer.wait_for(lambda line: line == "heartbeat ", begin, 20)
            trader.peer.tell("test HELLO")
            trader.peer.wait_for(lambda line: line == "heartbeat HELLO", begin)
        kinds = {kind for trader in self.traders for kind in trader.answers.values()}
        self.assertLessEqual({"new", "done"}, kinds)
        for trader in self.traders:
            self.assertEqual(trader.repeats, 0)
            if trader.peer.said.count("up") == 1:  # a machine that stands still for seconds ends connections, too
                self.assertEqual(numbers_of(trader.peer)["dup"], 0)
        self.finish()

    def faults(self, kinds):
        self.start()
        for n in range(ROUNDS):
            self.trade(10)
            number = self.random.randrange(len(self.traders))
            trader, wire = self.traders[number], self.wires[number]
            self.fault(kinds[n % len(kinds)], trader, wire)
            self.trade(10)
            if n % 3 == 2:
                self.settle()
        for wire in self.wires:
            wire.cut_after(None)
        cuts = sum(wire.cuts for wire in self.wires)
        self.facts.append(f"{ROUNDS} faults, {cuts} cuts")
        self.finish()

    def fault(self, kind, trader, wire):
        if kind == "cut at a byte":
            wire.cut_after(self.random.randint(1, 2_000))
        elif kind == "cut now":
            wire.cut()
        elif kind == "the peer cuts":
            trader.peer.tell("cut")
        elif kind == "kill the venue":
            self.venue.kill()
            self.trade(3)
            self.start_venue()
        elif kind == "kill the peer":
            trader.kill()
            self.venue_has_time()
            trader.start()
        elif kind == "flood":
            flood(trader.peer, FLOOD)
        else:
            self.fail(kind)

    def venue_has_time(self):
        time.sleep(self.random.choice((0, 0.05)))


ALL_FAULTS = ("cut at a byte", "kill the venue", "the peer cuts", "flood", "kill the peer", "cut now", "cut at a byte", "kill the venue")


class QuickFixJTraders(TradersOfTheVenue):
    def setUp(self):
        super().setUp()
        self.add("quickfixj", "FIX.4.4", "ALICE")
        self.add("quickfixj", "FIX.4.2", "BOB")

    def test_quickfixj_trades_with_the_venue(self):
        self.life()

    def test_quickfixj_loses_and_doubles_nothing_at_the_venue(self):
        self.faults(ALL_FAULTS)


class ArtioTrader(TradersOfTheVenue):
    """Artio has the codecs of 4.4 alone; BOB's are QuickFIX/J's."""

    def setUp(self):
        super().setUp()
        self.add("artio", "FIX.4.4", "ALICE")
        self.add("quickfixj", "FIX.4.2", "BOB")

    def test_artio_trades_with_the_venue(self):
        self.life()

    def test_artio_loses_and_doubles_nothing_at_the_venue(self):
        self.faults(ALL_FAULTS)


class OurEnd(Peers):
    """Our session on its durable store, which is killed, too. The acceptor answers each order with a report."""

    def ends(self, engine, version, ours):
        self.wires = [self.wire()]
        wire = self.wires[0]
        if ours == "initiator":
            self.ours = fix_end(FIX_END, "initiator", version, wire.port, self.path("store"), "CLIENT", "VENUE")
            wire.target = own_port()
            self.theirs = self.java(engine, "acceptor", version, wire.target, "VENUE", "CLIENT")
        else:
            wire.target = own_port()
            self.ours = fix_end(FIX_END, "acceptor", version, wire.target, self.path("store"), "VENUE", "CLIENT")
            self.theirs = self.java(engine, "initiator", version, wire.port, "CLIENT", "VENUE")
        self.keep(self.ours)

    def fault(self, kind):
        wire = self.wires[0]
        if kind == "cut at a byte":
            wire.cut_after(self.random.randint(1, 2_000))
        elif kind == "cut now":
            wire.cut()
        elif kind == "the peer cuts":
            self.theirs.tell("cut")
        elif kind == "we cut":
            self.ours.tell("cut")
        elif kind == "flood":
            flood(self.theirs, FLOOD)
        elif kind == "kill ours":
            self.ours.kill()
            self.ours.start()
        elif kind == "kill theirs":
            self.theirs.kill()
            self.their_kills += 1
            self.restart_theirs()
        else:
            self.fail(kind)

    FAULTS = ("cut at a byte", "kill ours", "flood", "kill theirs", "we cut", "kill ours", "cut now", "the peer cuts")

    def got(self):
        """ClOrdIDs of what their engine handed on, without what it handed on once more after a kill."""
        ids, last, bodies = [], 0, {}
        repeats = 0
        for line in list(self.theirs.said):
            word, _, rest = line.partition(" ")
            if word != "got":
                continue
            number, _, text = rest.partition(" ")
            number, clordid = int(number), fields_of(text).get("11")
            if number <= last:
                repeats += 1
                self.assertEqual(bodies.get(number), clordid, f"message {number} has come twice and differs: {line}")
                continue
            last, bodies[number] = number, clordid
            ids.append(clordid)
        self.assertLessEqual(repeats, self.their_kills, "their engine has handed on messages again without a kill")
        return ids

    def we_initiate(self, engine, version):
        self.ends(engine, version, "initiator")
        self.their_kills = 0
        self.theirs.start()
        self.ours.start()
        self.theirs.wait_for(lambda line: line == "up")
        for n in range(ROUNDS):
            self.ours.tell("enter 15")
            time.sleep(self.random.choice((0, 0.02, 0.1)))
            self.fault(self.FAULTS[n % len(self.FAULTS)])
            time.sleep(self.random.choice((0, 0.02, 0.1)))
        self.wires[0].cut_after(None)
        self.ours.tell("enter 15")
        until(self.is_answered, 60, lambda: f"{numbers_of(self.ours)}: {self.ours.said[-10:]}, {self.theirs.said[-20:]}")
        orders = numbers_of(self.ours)["orders-sent"]
        self.assertGreater(orders, 2 * ROUNDS)
        self.assertEqual(self.got(), [str(n + 1) for n in range(orders)])
        self.agree()

    def is_answered(self):
        counts = numbers_of(self.ours)
        return counts["orders-wanted"] == 0 and counts["reports-received"] == counts["orders-sent"]

    def we_accept(self, engine, version):
        self.ends(engine, version, "acceptor")
        self.their_kills = 0
        self.ours.start()
        self.theirs.start()
        self.theirs.wait_for(lambda line: line == "up")
        orders = 0
        for n in range(ROUNDS):
            self.enter(orders + 1, orders + 15)
            orders += 15
            time.sleep(self.random.choice((0, 0.02, 0.1)))
            self.fault(self.FAULTS[n % len(self.FAULTS)])
            time.sleep(self.random.choice((0, 0.02, 0.1)))
        self.wires[0].cut_after(None)
        wanted = [str(n + 1) for n in range(orders)]
        until(lambda: len(self.got()) >= orders, 60, lambda: f"{len(self.got())} of {orders} reports: {self.theirs.said[-20:]}, {self.ours.said[-5:]}")
        self.assertEqual(self.got(), wanted)
        counts = numbers_of(self.ours)
        self.assertEqual((counts["orders-received"], counts["reports-sent"]), (orders, orders))
        self.agree()

    entered = 0

    def enter(self, first, last):
        self.entered = last
        for number in range(first, last + 1):
            self.theirs.tell(f"enter {number} 1 100 50.00")

    def restart_theirs(self):
        """Its engine knows which orders it has stored."""
        self.theirs.start()
        for number in range(1, self.entered + 1):
            self.theirs.tell(f"enter {number} 1 100 50.00")

    def agree(self):
        check_numbers_agree(self.theirs)
        until(lambda: self.are_same_numbers(), 20, lambda: f"numbers of ours {numbers_of(self.ours)}, of theirs {numbers_of(self.theirs)}")
        self.assertEqual([line for line in self.theirs.said if line.startswith("error")], [])
        counts = numbers_of(self.theirs)
        self.facts.append(f"{ROUNDS} faults, {self.wires[0].cuts} cuts, {self.got()[-1]} orders, {self.their_kills} kills of theirs, {counts['dup']} "
                          f"duplicates and {counts['gapfills']} gap fills on the wire")
        self.assertEqual(self.theirs.quit(), 0)
        self.assertEqual(self.ours.quit(), 0)
        self.is_done = True

    def are_same_numbers(self):
        ours, theirs = numbers_of(self.ours), numbers_of(self.theirs)
        return (ours["out"], ours["in"]) == (theirs["in"], theirs["out"])


class OurEndAndQuickFixJ(OurEnd):
    def test_we_order_at_quickfixj_over_fix44(self):
        self.we_initiate("quickfixj", "FIX.4.4")

    def test_we_order_at_quickfixj_over_fix42(self):
        self.we_initiate("quickfixj", "FIX.4.2")

    def test_quickfixj_orders_at_us_over_fix44(self):
        self.we_accept("quickfixj", "FIX.4.4")

    def test_quickfixj_orders_at_us_over_fix42(self):
        self.we_accept("quickfixj", "FIX.4.2")


class OurEndAndArtio(OurEnd):
    def test_we_order_at_artio(self):
        self.we_initiate("artio", "FIX.4.4")

    def test_artio_orders_at_us(self):
        self.we_accept("artio", "FIX.4.4")


def main():
    if not os.path.exists(os.path.join(JARS, "made")):
        print(f"skipped: {JARS} has no QuickFIX/J and Artio; tests/fix_peers/build says why")
        return 77
    result = unittest.main(argv=[sys.argv[0], *sys.argv[5:]], exit=False, verbosity=1).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
