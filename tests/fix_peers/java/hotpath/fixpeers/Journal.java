package hotpath.fixpeers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What an application on Artio keeps to do everything once: the number of the message that it takes next, the numbers that its messages were
 * to get, and the orders that it owes a report. Messages ahead of their turn are held.
 *
 * <p>Two files, written before the next step; they survive the end of the process.
 */
final class Journal {
    private static final long ASK_NS = 500_000_000L;

    private final RandomAccessFile lines;
    private final RandomAccessFile number;
    private final Map<String, Integer> sending = new HashMap<>();
    private final Map<String, String> owed = new LinkedHashMap<>();
    private final Set<String> sent = new HashSet<>();
    private final TreeMap<Integer, String> ahead = new TreeMap<>();
    private boolean knowsSent;
    private int expected = 1;
    private int stuckAt;
    private long askAt;

    private int dups;
    private int gapFills;
    private int requests;
    private int heartbeats;
    private int rejects;

    Journal(Path folder) throws IOException {
        Files.createDirectories(folder);
        lines = new RandomAccessFile(folder.resolve("lines").toFile(), "rw");
        number = new RandomAccessFile(folder.resolve("expected").toFile(), "rw");
        if (number.length() >= 4) {
            expected = number.readInt();
        }
        final byte[] all = new byte[(int) lines.length()];
        lines.readFully(all);
        for (final String line : new String(all, StandardCharsets.US_ASCII).split("\n")) {
            final String[] words = line.split(" ", 3);
            if (words[0].equals("sending")) {
                sending.put(words[1], Integer.parseInt(words[2]));
            } else if (words[0].equals("owe")) {
                owed.put(words[1], words[2]);
            }
        }
    }

    static String field(String message, String tag) {
        final int at = message.indexOf("|" + tag + "=");
        final int begin = at + tag.length() + 2;
        return at < 0 ? "" : message.substring(begin, message.indexOf('|', begin));
    }

    private void write(String line) {
        try {
            lines.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    // What is sent.

    /** `last` is the number of the last message before this connection. Returns the orders that still need a report. */
    List<String> onSession(int last) {
        final List<String> open = new ArrayList<>();
        if (!knowsSent) {
            knowsSent = true;
            sending.forEach((clOrdId, its) -> {
                if (its <= last) {
                    sent.add(clOrdId);
                }
            });
            owed.forEach((clOrdId, order) -> {
                if (!sent.contains(clOrdId)) {
                    open.add(order);
                }
            });
        }
        return open;
    }

    boolean isSent(String clOrdId) {
        return sent.contains(clOrdId);
    }

    void onSending(String clOrdId, int its) {
        write("sending " + clOrdId + " " + its);
    }

    void onSent(String clOrdId) {
        sent.add(clOrdId);
    }

    /** False when it was taken before. */
    boolean owes(String clOrdId, String order) {
        if (owed.putIfAbsent(clOrdId, order) != null) {
            return false;
        }
        write("owe " + clOrdId + " " + order);
        return true;
    }

    // What arrives.

    int expected() {
        return expected;
    }

    /** The first message that is in turn now, or null. */
    String take(String message) {
        count(message);
        final int its = Integer.parseInt(field(message, "34"));
        if (its >= expected) {
            ahead.putIfAbsent(its, message);
        }
        return next();
    }

    String next() {
        ahead.headMap(expected).clear();
        return ahead.get(expected);
    }

    /** The application is done with it. */
    void advance(String message) {
        moveTo(field(message, "35").equals("4") ? Integer.parseInt(field(message, "36")) : expected + 1);
    }

    private void moveTo(int next) {
        expected = next;
        try {
            number.seek(0);
            number.writeInt(next);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /**
     * Artio counts what it has received beyond a gap, and after a disconnect asks no more for the gap; or it has received what this process
     * has not taken before it was killed. Then the application asks. True once in a while until it goes on.
     */
    boolean mustAsk(int received) {
        final long now = System.nanoTime();
        if (received < expected || expected != stuckAt) {
            stuckAt = received < expected ? 0 : expected;
            askAt = now + ASK_NS;
            return false;
        }
        if (now < askAt) {
            return false;
        }
        askAt = now + ASK_NS;
        return true;
    }

    private void count(String message) {
        dups += message.contains("|43=Y|") ? 1 : 0;
        gapFills += message.contains("|123=Y|") ? 1 : 0;
        requests += message.contains("|35=2|") ? 1 : 0;
        heartbeats += message.contains("|35=0|") ? 1 : 0;
        rejects += message.contains("|35=3|") ? 1 : 0;
    }

    String counts() {
        return " dup=" + dups + " gapfills=" + gapFills + " requests=" + requests + " heartbeats=" + heartbeats + " rejects=" + rejects
            + " refused=0";
    }
}
