package hotpath.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The Java peers of `script/bench messaging`, kept alive between its rounds.
 *
 * <pre>
 *   java -jar hotpath-java-peers.jar                     reads lines `run TEST COUNT [PARAMETER]`, answers each with one line of JSON
 *   java -jar hotpath-java-peers.jar TEST COUNT [PARAMETER]   the same once
 * </pre>
 *
 * Tests of two processes have a part for each: the benchmark asks two of these programs at the same time.
 *
 * The first run of a test is preceded by warm-up runs, until the compiler has had its say; no thread but the reader is
 * alive between runs, so that a waiting JVM costs the others nothing.
 */
public final class Main {
    private static final long WARM_UP_NS = 1_000_000_000L;
    private static final int WARM_UP_RUNS_MIN = 5;

    /** A test: how many items, and its parameter (receivers, a graph, a wait strategy, a channel), or "". */
    interface Test {
        Result run(int count, String parameter);
    }

    private static final Map<String, Test> TESTS = new TreeMap<>(Map.ofEntries(
        Map.entry("spsc_aeron_ipc", (count, parameter) -> AeronIpc.throughput(count)),
        Map.entry("spsc_agrona_ring", (count, parameter) -> AgronaRing.throughput(count)),
        Map.entry("spsc_lmax_disruptor", (count, parameter) -> Lmax.throughput(count)),
        Map.entry("round_trip_aeron_ipc", (count, parameter) -> AeronIpc.roundTrip(count)),
        Map.entry("round_trip_agrona_ring", (count, parameter) -> AgronaRing.roundTrip(count)),
        Map.entry("round_trip_lmax_disruptor", (count, parameter) -> Lmax.roundTrip(count)),
        Map.entry("broadcast_agrona", (count, parameter) -> AgronaBroadcast.run(count, Integer.parseInt(parameter))),
        Map.entry("shm_write_timer", (count, parameter) -> AeronProcesses.timer(count)),
        Map.entry("shm_burst_timer", (bursts, parameter) -> AeronProcesses.timerInBursts(bursts)),
        Map.entry("disruptor_events", LmaxEvents::running),
        Map.entry("disruptor_events_whole", LmaxEvents::whole),
        Map.entry("disruptor_wait_latency", LmaxEvents::latency),
        Map.entry("disruptor_graph", LmaxGraphs::run),
        Map.entry("disruptor_graph_polled", LmaxGraphs::runPolled)));

    /** One process's part of a test of two: who asks warms both up. */
    private static final Map<String, Test> PARTS = new TreeMap<>(Map.ofEntries(
        Map.entry("shm_write_aeron_ipc", AeronProcesses::write),
        Map.entry("shm_read_aeron_ipc", AeronProcesses::read),
        Map.entry("shm_backlog_aeron_ipc", AeronProcesses::backlog),
        Map.entry("shm_burst_aeron_ipc", AeronProcesses::burst),
        Map.entry("batch_aeron_ipc", AeronBatches::claims),
        Map.entry("batch_aeron_ipc_block", AeronBatches::block),
        Map.entry("far_read_aeron_ipc", AeronProcesses::farRead),
        Map.entry("far_write_aeron_ipc", AeronProcesses::farWrite),
        Map.entry("far_write_groups_aeron_ipc", AeronProcesses::farWriteGroups)));

    private static final Set<String> WARM = new HashSet<>();

    private Main() {
    }

    public static void main(String[] arguments) throws IOException {
        Cores.unpin();
        if (arguments.length > 0) {
            System.out.println(answer("run " + String.join(" ", arguments)));
            return;
        }
        final BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            System.out.println(answer(line));
            System.out.flush();
        }
        AeronIpc.close();
        System.exit(0);
    }

    private static String answer(String line) {
        final String[] words = line.trim().split("\\s+");
        final Test test = words.length < 3 ? null : TESTS.getOrDefault(words[1], PARTS.get(words[1]));
        if (test == null || !words[0].equals("run")) {
            return "{\"error\":\"expected: run TEST COUNT [PARAMETER], TEST one of " + TESTS.keySet() + PARTS.keySet() + "\"}";
        }
        final int count = Integer.parseInt(words[2]);
        final String parameter = String.join(" ", Arrays.asList(words).subList(3, words.length));
        try {
            if (TESTS.containsKey(words[1]) && WARM.add(words[1] + " " + count + " " + parameter)) {
                warm(test, count, parameter);
            }
            return test.run(count, parameter).toJson(words[1]);
        } catch (RuntimeException problem) {
            return "{\"error\":\"" + words[1] + ": " + problem.toString().replace('"', '\'') + "\"}";
        }
    }

    private static void warm(Test test, int count, String parameter) {
        final long end = System.nanoTime() + WARM_UP_NS;
        for (int runs = 0; runs < WARM_UP_RUNS_MIN || System.nanoTime() < end; runs++) {
            test.run(count, parameter);
        }
    }
}
