// The other end of our sessions, by a library that nobody here wrote: Nassau logs on, exchanges, resumes, receives.
//
//   soup PORT SEQUENCE_NUMBER STOP_AFTER MESSAGE...   a SoupBinTCP client of 127.0.0.1:PORT; after STOP_AFTER messages
//                                                     it breaks the connection (0: it stays to the end of the session)
//   serve CUT_AFTER TOTAL                             a SoupBinTCP server: breaks the first connection after CUT_AFTER
//                                                     of TOTAL messages, answers one message, ends the session
//   mold REQUEST_PORT                                 a MoldUDP64 client that asks 127.0.0.1:REQUEST_PORT
//
// Every event is one line of standard output; the tests in tests/peers read them.

import com.paritytrading.nassau.moldudp64.MoldUDP64Client;
import com.paritytrading.nassau.moldudp64.MoldUDP64ClientState;
import com.paritytrading.nassau.moldudp64.MoldUDP64ClientStatusListener;
import com.paritytrading.nassau.soupbintcp.SoupBinTCP;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPClient;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPClientStatusListener;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPServer;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPServerStatusListener;
import com.paritytrading.nassau.soupbintcp.SoupBinTCPSession;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

final class Peer {
    private static final long GIVES_UP_MILLIS = 30_000;

    private static boolean isOver = false;

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static String text(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private interface Turn {
        boolean moves() throws IOException;
    }

    /** Turns until it is over or nothing more moves, at most GIVES_UP_MILLIS. */
    private static void run(Turn turn) throws Exception {
        long end = System.currentTimeMillis() + GIVES_UP_MILLIS;
        while (!isOver && turn.moves()) {
            if (System.currentTimeMillis() > end) {
                say("gave up");
                System.exit(1);
            }
            Thread.sleep(1);
        }
    }

    private static boolean turn(SoupBinTCPSession session) throws IOException {
        if (session.receive() < 0) {
            say("closed");
            return false;
        }
        session.keepAlive();
        return true;
    }

    /** What a client of a SoupBinTCP session hears. */
    private static final class ClientEvents implements SoupBinTCPClientStatusListener {
        final String[] orders;

        ClientEvents(String[] orders) {
            this.orders = orders;
        }

        @Override
        public void loginAccepted(SoupBinTCPClient client, SoupBinTCP.LoginAccepted payload) throws IOException {
            say("accepted " + payload.getSession().trim() + " " + payload.getSequenceNumber());
            for (String order : orders) {
                client.send(bytes(order));
            }
        }

        @Override
        public void loginRejected(SoupBinTCPClient client, SoupBinTCP.LoginRejected payload) {
            say("rejected " + (char) payload.getRejectReasonCode());
        }

        @Override
        public void endOfSession(SoupBinTCPClient client) {
            say("end");
            isOver = true;
        }

        @Override
        public void heartbeatTimeout(SoupBinTCPClient client) {
            say("heartbeat timeout");
            isOver = true;
        }
    }

    private static void soup(int port, long sequenceNumber, int stopAfter, String[] orders) throws Exception {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
        channel.configureBlocking(false);
        int[] received = {0};
        SoupBinTCPClient client = new SoupBinTCPClient(channel, message -> {
            if (!isOver) { // one read may bring more than we want to have heard
                say("message " + text(message));
                isOver = ++received[0] == stopAfter;
            }
        }, new ClientEvents(orders));
        SoupBinTCP.LoginRequest request = new SoupBinTCP.LoginRequest();
        request.setUsername("trader");
        request.setPassword("opensesame");
        request.setRequestedSession("");
        request.setRequestedSequenceNumber(sequenceNumber);
        client.login(request);
        run(() -> turn(client));
        client.close();
    }

    /** What a server of a SoupBinTCP session hears, and how it plays its part. */
    private static final class ServerEvents implements SoupBinTCPServerStatusListener {
        final int total;
        final int cutAfter;

        ServerEvents(int cutAfter, int total) {
            this.cutAfter = cutAfter;
            this.total = total;
        }

        @Override
        public void loginRequest(SoupBinTCPServer server, SoupBinTCP.LoginRequest payload) throws IOException {
            long first = payload.getRequestedSequenceNumber();
            say("login " + payload.getUsername().trim() + " " + payload.getPassword().trim() + " "
                    + payload.getRequestedSession().trim() + " " + first);
            SoupBinTCP.LoginAccepted accepted = new SoupBinTCP.LoginAccepted();
            accepted.setSession("NASSAU");
            accepted.setSequenceNumber(first);
            server.accept(accepted);
            long last = first == 1 ? cutAfter : total;
            for (long number = first; number <= last; number++) {
                server.send(bytes("message " + number));
            }
            if (first == 1) {
                server.close();
            }
        }

        @Override
        public void logoutRequest(SoupBinTCPServer server) {
            say("logout");
        }

        @Override
        public void heartbeatTimeout(SoupBinTCPServer server) {
            say("heartbeat timeout");
            isOver = true;
        }
    }

    private static void serve(int cutAfter, int total) throws Exception {
        ServerSocketChannel acceptor = ServerSocketChannel.open();
        acceptor.bind(new InetSocketAddress("127.0.0.1", 0));
        say("port " + ((InetSocketAddress) acceptor.getLocalAddress()).getPort());
        while (!isOver) {
            SocketChannel channel = acceptor.accept();
            channel.configureBlocking(false);
            SoupBinTCPServer[] server = {null};
            server[0] = new SoupBinTCPServer(channel, message -> {
                say("received " + text(message));
                server[0].endSession();
                isOver = true;
            }, new ServerEvents(cutAfter, total));
            run(() -> channel.isOpen() && turn(server[0]));
            server[0].close();
        }
    }

    /** What a receiver of MoldUDP64 hears. */
    private static final class MoldEvents implements MoldUDP64ClientStatusListener {
        @Override
        public void state(MoldUDP64Client client, MoldUDP64ClientState next) {
            say("state " + next);
        }

        @Override
        public void downstream(MoldUDP64Client client, long sequenceNumber, int messageCount) {
            say("packet " + sequenceNumber + "+" + messageCount);
        }

        @Override
        public void request(MoldUDP64Client client, long sequenceNumber, int requestedMessageCount) {
            say("request " + sequenceNumber + "+" + requestedMessageCount);
        }

        @Override
        public void endOfSession(MoldUDP64Client client) {
            say("end");
            isOver = true;
        }
    }

    private static DatagramChannel datagrams() throws IOException {
        DatagramChannel channel = DatagramChannel.open();
        channel.bind(new InetSocketAddress("127.0.0.1", 0));
        channel.configureBlocking(false);
        return channel;
    }

    private static void mold(int requestPort) throws Exception {
        DatagramChannel feed = datagrams();
        MoldUDP64Client client = new MoldUDP64Client(feed, datagrams(), new InetSocketAddress("127.0.0.1", requestPort),
                message -> say("message " + text(message)), new MoldEvents());
        say("port " + ((InetSocketAddress) feed.getLocalAddress()).getPort());
        run(() -> {
            client.receive();
            client.receiveResponse();
            return true;
        });
        client.close();
    }

    public static void main(String[] arguments) throws Exception {
        switch (arguments[0]) {
            case "soup" -> soup(Integer.parseInt(arguments[1]), Long.parseLong(arguments[2]),
                    Integer.parseInt(arguments[3]), java.util.Arrays.copyOfRange(arguments, 4, arguments.length));
            case "serve" -> serve(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
            case "mold" -> mold(Integer.parseInt(arguments[1]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }
}
