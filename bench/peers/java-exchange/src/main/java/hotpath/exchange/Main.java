package hotpath.exchange;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.HashSet;
import java.util.Set;

/**
 * exchange-core's direct order book as a peer of `script/bench exchange`, kept alive between its rounds.
 *
 * <pre>
 *   run throughput COMMANDS FILE     answers with the time of all commands, reports read on the other core included
 *   run latency COMMANDS FILE        answers with the time of each command until its reports were handed over
 * </pre>
 *
 * The first run of a test is preceded by warm-up runs, until the compiler has had its say.
 */
public final class Main {
    private static final int WARM_UP_RUNS = 6;
    private static final Set<String> WARM = new HashSet<>();

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        Cores.unpin();
        final BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            System.out.println(answer(line));
            System.out.flush();
        }
    }

    private static String answer(String line) {
        final String[] words = line.trim().split("\\s+");
        if (words.length != 4 || !words[0].equals("run")) {
            return "{\"error\":\"expected: run throughput|latency COMMANDS FILE\"}";
        }
        try {
            final long[] commands = Flow.read(words[3], Integer.parseInt(words[2]));
            final boolean isLatency = words[1].equals("latency");
            if (WARM.add(words[1] + words[3])) {
                for (int run = 0; run < WARM_UP_RUNS; run++) {
                    Matching.run(commands, isLatency);
                }
            }
            System.gc();  // between the runs, not in them
            return Matching.run(commands, isLatency);
        } catch (IOException | RuntimeException problem) {
            return "{\"error\":\"" + words[1] + ": " + problem.toString().replace('"', '\'') + "\"}";
        }
    }
}
