"""The processes of the FIX peer tests and what lies between them: engines that are not ours (java/), our own end (fix_end.cpp), the venue
`hotpath exchange`, and a TCP wire that a test cuts at any byte."""

import os
import random
import re
import select
import signal
import socket
import struct
import subprocess
import threading
import time

from own_ports import own_port

WAIT_S = 60


class Silence(AssertionError):
    """A process did not say in time what it must."""


class Process:
    """A program that is commanded by lines and says lines. What it said stays over its lives: `said` is one list."""

    def __init__(self, name, command, ready):
        self.name, self.command, self.ready = name, command, ready
        self.said, self.changed, self.child, self.reader = [], threading.Condition(), None, None

    def start(self):
        with self.changed:
            begin = len(self.said)
        self.child = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                      errors="replace", bufsize=1)
        self.reader = threading.Thread(target=self._read, args=(self.child,), daemon=True)
        self.reader.start()
        self.wait_for(lambda line: line.startswith(self.ready), begin)

    def _read(self, child):
        for line in child.stdout:
            with self.changed:
                self.said.append(line.rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.changed.notify_all()

    def tell(self, line):
        """A process that is gone does not mind."""
        try:
            self.child.stdin.write(line + "\n")
            self.child.stdin.flush()
        except (OSError, ValueError):
            pass

    def mark(self):
        with self.changed:
            return len(self.said)

    def wait_for(self, is_it, begin=0, seconds=WAIT_S):
        """The first line from `begin` on that is it."""
        end = time.monotonic() + seconds
        at = begin
        with self.changed:
            while True:
                for at in range(at, len(self.said)):
                    if is_it(self.said[at]):
                        return self.said[at]
                at = len(self.said)
                left = end - time.monotonic()
                if left <= 0 or (self.child.poll() is not None and not self.reader.is_alive() and at == len(self.said)):
                    raise Silence(f"{self.name} did not say it; its last lines:\n" + "\n".join(self.said[-25:]))
                self.changed.wait(min(left, 0.5))

    def ask(self, command, answer):
        """The line that begins with `answer`, after this command."""
        begin = self.mark()
        self.tell(command)
        return self.wait_for(lambda line: line.startswith(answer), begin)

    def kill(self):
        self.child.kill()
        self._ended()

    def stop(self, number=signal.SIGTERM):
        self.child.send_signal(number)
        return self._ended()

    def quit(self):
        self.tell("quit")
        return self._ended()

    def _ended(self):
        code = self.child.wait(WAIT_S)
        self.reader.join()
        self.child.stdout.close()
        try:
            self.child.stdin.close()
        except OSError:
            pass
        return code

    def has_ended_by_itself(self):
        """Killed by the test, or asked to end, it is not that."""
        return self.child is not None and not self.child.stdout.closed and self.child.poll() is not None

    def end(self):
        if self.child is not None and self.child.poll() is None:
            self.kill()


class Wire:
    """A port that is always there, and behind it the acceptor's, which may change. It cuts connections: at once, or after so many bytes."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.target, self.budget, self.cuts, self.life = None, None, 0, 0
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_after(self, size):
        with self.lock:
            self.budget = size

    def cut(self):
        with self.lock:
            self.life += 1
            self.cuts += 1

    def close(self):
        self.cut()
        self.listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except (OSError, TypeError, OverflowError):
                client.close()
                continue
            threading.Thread(target=self._carry, args=(client, server, self.life), daemon=True).start()

    def _carry(self, client, server, life):
        other = {client: server, server: client}
        for end in other:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            end.settimeout(WAIT_S)
        try:
            while life == self.life:
                for end in select.select([client, server], [], [], 0.05)[0]:
                    received = end.recv(self.random.choice((16, 256, 4096)))
                    if not received or not self._pass_on(received, other[end]):
                        return
        except OSError:
            pass
        finally:
            self._hang_up(client, server)

    def _pass_on(self, received, to):
        with self.lock:
            size = len(received) if self.budget is None else min(self.budget, len(received))
            is_cut = self.budget is not None and size == self.budget
            self.budget = None if is_cut or self.budget is None else self.budget - size
            self.cuts += is_cut
        to.sendall(received[:size])
        return not is_cut

    def _hang_up(self, *ends):
        """With a reset, which throws away what is on its way, or in order."""
        if self.random.random() < 0.5:
            for end in ends:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for end in ends:
            end.close()


def java_peer(jars, engine, role, version, port, folder, sender, target, password, dictionaries):
    os.makedirs(folder, exist_ok=True)
    dictionary = os.path.join(dictionaries, version.replace("FIX.", "FIX").replace(".", "") + ".xml")
    return Process(f"{engine} {role} {version} {sender}", [
        "java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens", "java.base/sun.nio.ch=ALL-UNNAMED", "--add-opens", "java.base/java.util.zip=ALL-UNNAMED",
        "-cp", f"{jars}/classes:{jars}/lib/*", "hotpath.fixpeers.Main", engine, role, version, str(port), str(folder), sender, target,
        password, dictionary], "ready")


def fix_end(program, role, version, port, folder, sender, target):
    return Process(f"hotpath {role} {version}", [program, role, version, str(port), str(folder), sender, target], "ready")


class Venue(Process):
    """`hotpath exchange` with a FIX session of 4.4 for ALICE and one of 4.2 for BOB."""

    def __init__(self, hotpath, folder):
        self.folder = folder
        self.journal = os.path.join(folder, "journal")
        config = os.path.join(folder, "exchange.toml")
        port = own_port()
        with open(os.open(config, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:  # it has passwords
            file.write(f"""
[venue]
symbols = ["AAPL", "GOOG"]
orders_max = 50000
levels_max = 50000
instruments_max = 20
[order_entry]
address = "127.0.0.1:0"
replies_kept = 100000
cancel_on_disconnect = false
failed_logins_max = 1000
[[user]]
name = "ALICE"
password = "A"
[[user]]
name = "BOB"
password = "B"
[fix]
address = "127.0.0.1:0"
ids_max = 65536
[[fix_user]]
user = "ALICE"
comp_id = "ALICE-FIX"
password = "AFIX"
[[fix_user]]
user = "BOB"
comp_id = "BOB-FIX"
password = "BFIX"
version = "FIX.4.2"
[market_data]
line_a = "239.192.2.3:{port}"
line_b = "239.192.2.4:{port}"
requests = "127.0.0.1:0"
glimpse = "127.0.0.1:0"
[journal]
folder = "{self.journal}"
mode = "sync"
segment_mib = 1
snapshot_every = 300
[background]
source = "none"
""")
        super().__init__("hotpath exchange", [hotpath, "exchange", "-c", config, "--json", os.path.join(folder, "state.json")],
                         "exchange: ready")
        self.hotpath = hotpath

    def start(self):
        begin = self.mark()
        super().start()
        line = self.wait_for(lambda said: said.startswith(self.ready), begin)
        self.port = int(re.search(r"FIX [0-9.]+:(\d+)", line).group(1))

    def replay(self):
        """The journal's inputs give the outputs that it says."""
        return subprocess.run([self.hotpath, "journal", "replay", self.journal], capture_output=True, text=True, check=False)
