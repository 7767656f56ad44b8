package hotpath.fixpeers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;

/**
 * One end of a FIX session by an engine that is not ours: Main ENGINE ROLE VERSION PORT FOLDER SENDER TARGET PASSWORD DICTIONARY
 *
 * <p>ENGINE is quickfixj or artio, ROLE initiator or acceptor. What it must not forget is in FOLDER. An acceptor answers each order with one
 * report. Commands, a line each:
 *
 * <pre>
 *   enter ID SIDE QTY PRICE            an order of AAPL, unless it was sent before, also by an earlier process: "sent ID"
 *   cancel ID ORIGINAL SIDE QTY        the same
 *   replace ID ORIGINAL SIDE QTY PRICE the same
 *   status ID SIDE                     OrderStatusRequest
 *   test ID                            TestRequest
 *   resend BEGIN END                   ResendRequest
 *   cut                                the connection ends, without a Logout
 *   logout                             Logout; it does not connect again
 *   numbers                            "numbers NEXT-OUT NEXT-IN dup=N gapfills=N requests=N heartbeats=N rejects=N refused=N"
 *   quit                               the process ends in order
 * </pre>
 *
 * It says "up", "down", "got MSGSEQNUM MESSAGE" with | for SOH, "heartbeat ID", "event TEXT", "error TEXT".
 */
public final class Main {
    private Main() {
    }

    record Settings(boolean isAcceptor, String version, int port, Path folder, String sender, String target, String password,
        String dictionary) {
    }

    /** Seconds. */
    static final int HEARTBEAT = 3;

    static synchronized void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    public static void main(String[] words) throws Exception {
        if (words.length != 9) {
            System.err.println("usage: ENGINE ROLE VERSION PORT FOLDER SENDER TARGET PASSWORD DICTIONARY");
            System.exit(2);
        }
        final Settings settings = new Settings(words[1].equals("acceptor"), words[2], Integer.parseInt(words[3]), Path.of(words[4]), words[5],
            words[6], words[7], words[8]);
        final Peer peer = words[0].equals("artio") ? new ArtioPeer(settings) : new QuickFixPeer(settings);
        say("ready");
        obey(peer);
        System.exit(0);
    }

    private static void obey(Peer peer) throws IOException {
        final BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        for (String line = commands.readLine(); line != null && !line.equals("quit"); line = commands.readLine()) {
            try {
                peer.obey(line.split(" "));
            } catch (Exception problem) {
                say("error " + line + ": " + problem);
            }
        }
        peer.close();
    }
}
