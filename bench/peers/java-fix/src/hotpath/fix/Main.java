package hotpath.fix;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/**
 * QuickFIX/J and Artio as peers of `script/bench protocols`, kept alive between its rounds; an argument says on which core.
 *
 * <pre>
 *   run quickfixj_decode COUNT FILE     COUNT passes over the messages of a file; one line of JSON
 *   run artio_encode COUNT MESSAGES     COUNT passes of so many messages
 *   run artio_trader ORDERS PORT WARM RATE     orders to a venue in another process, their reports' times after WARM of them
 *   run artio_venue ORDERS PORT WARM RATE      that venue
 * </pre>
 *
 * The messages are cut before the time begins: neither library has framing apart from its session. The first run of a test is preceded by
 * warm-up runs, until the compiler has had its say.
 */
public final class Main {
    private static final long WARM_UP_NS = 2_000_000_000L;

    /** The answer of one pass. */
    interface Pass {
        long run();
    }

    private static final Map<String, byte[][]> FILES = new HashMap<>();
    private static final Set<String> WARM = new HashSet<>();

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        Cores.pin(arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0);
        Cores.wakeInTime();
        final BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            System.out.println(answer(line.trim().split("\\s+")));
            System.out.flush();
        }
    }

    private static String answer(String[] words) {
        if (!words[0].equals("run") || words.length != 4 && words.length != 6) {
            return "{\"error\":\"expected: run TEST COUNT FILE-OR-MESSAGES\"}";
        }
        try {
            if (words.length == 6) {
                return roundTrip(words[1], Trips.Load.of(words));
            }
            final Pass pass = pass(words[1], words[3]);
            if (WARM.add(words[1])) {
                for (final long end = System.nanoTime() + WARM_UP_NS; System.nanoTime() < end; ) {
                    pass.run();
                }
            }
            final int passes = Integer.parseInt(words[2]);
            long answer = 0;
            final long begin = System.nanoTime();
            for (int n = 0; n < passes; n++) {
                answer += pass.run();
            }
            final long elapsed = System.nanoTime() - begin;
            return "{\"answer\":\"" + Long.toHexString(answer) + "\",\"items\":" + (long) passes * messagesOf(words[3])
                + ",\"elapsed_ns\":" + elapsed + ",\"samples_ns\":[]}";
        } catch (Exception problem) {
            return "{\"error\":\"" + words[1] + ": " + problem.toString().replace('"', '\'') + "\"}";
        }
    }

    private static String roundTrip(String test, Trips.Load load) throws Exception {
        return switch (test) {
            case "quickfixj_trader" -> QuickFixJEngine.trade(load);
            case "quickfixj_venue" -> QuickFixJEngine.fill(load);
            case "artio_trader" -> ArtioEngine.trade(load);
            case "artio_venue" -> ArtioEngine.fill(load);
            default -> throw new IllegalArgumentException("no such test");
        };
    }

    private static Pass pass(String test, String parameter) throws IOException {
        return switch (test) {
            case "quickfixj_split" -> {
                final byte[][] reports = messages(parameter);
                yield () -> QuickFixJ.decode(reports, QuickFixJ::numberOf);
            }
            case "quickfixj_decode" -> {
                final byte[][] reports = messages(parameter);
                yield () -> QuickFixJ.decode(reports, QuickFixJ::sumOfReport);
            }
            case "quickfixj_order_decode" -> {
                final byte[][] orders = messages(parameter);
                yield () -> QuickFixJ.decode(orders, QuickFixJ::sumOfOrder);
            }
            case "quickfixj_encode" -> () -> QuickFixJ.encodeOrders(Integer.parseInt(parameter));
            case "quickfixj_report_encode" -> () -> QuickFixJ.encodeReports(Integer.parseInt(parameter));
            case "artio_split" -> {
                final Artio artio = new Artio();
                final MutableAsciiBuffer[] reports = Artio.buffers(messages(parameter));
                yield () -> artio.decodeReports(reports, artio::numberOfReport);
            }
            case "artio_decode" -> {
                final Artio artio = new Artio();
                final MutableAsciiBuffer[] reports = Artio.buffers(messages(parameter));
                yield () -> artio.decodeReports(reports, artio::sumOfReport);
            }
            case "artio_order_decode" -> {
                final Artio artio = new Artio();
                final MutableAsciiBuffer[] orders = Artio.buffers(messages(parameter));
                yield () -> artio.decodeOrders(orders);
            }
            case "artio_encode" -> {
                final Artio artio = new Artio();
                yield () -> artio.encodeOrders(Integer.parseInt(parameter));
            }
            case "artio_report_encode" -> {
                final Artio artio = new Artio();
                yield () -> artio.encodeReports(Integer.parseInt(parameter));
            }
            default -> throw new IllegalArgumentException("no such test");
        };
    }

    /** How many messages a pass has. */
    private static int messagesOf(String parameter) {
        final byte[][] messages = FILES.get(parameter);
        return messages == null ? Integer.parseInt(parameter) : messages.length;
    }

    /** Each message begins with BeginString. */
    private static byte[][] messages(String file) throws IOException {
        final byte[][] known = FILES.get(file);
        if (known != null) {
            return known;
        }
        final byte[] all = Files.readAllBytes(Path.of(file));
        final List<byte[]> messages = new ArrayList<>();
        int begin = 0;
        for (int at = 1; at <= all.length; at++) {
            if (at == all.length || (all[at - 1] == 1 && all[at] == '8' && all[at + 1] == '=')) {
                messages.add(Arrays.copyOfRange(all, begin, at));
                begin = at;
            }
        }
        final byte[][] result = messages.toArray(new byte[0][]);
        FILES.put(file, result);
        return result;
    }
}
