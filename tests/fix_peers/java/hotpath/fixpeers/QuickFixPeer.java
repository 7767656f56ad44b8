package hotpath.fixpeers;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import quickfix.Application;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.Group;
import quickfix.Log;
import quickfix.Message;
import quickfix.MessageFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.SocketInitiator;

/** QuickFIX/J as its documentation uses it: validation by the dictionary, a FileStore, messages sent at any time. */
final class QuickFixPeer implements Peer, Application {
    private static final Pattern ORDER = Pattern.compile("\u000135=([DFG8])\u0001.*\u000111=([^\u0001]*)\u0001");

    private final Main.Settings settings;
    private final SessionID id;
    private final Counts counts = new Counts();
    private final SocketInitiator initiator;
    private final SocketAcceptor acceptor;
    private Set<String> sent;

    QuickFixPeer(Main.Settings settings) throws ConfigError {
        this.settings = settings;
        id = new SessionID(settings.version(), settings.sender(), settings.target());
        final SessionSettings all = sessionSettings();
        final FileStoreFactory store = new FileStoreFactory(all);
        initiator = settings.isAcceptor() ? null : new SocketInitiator(this, store, all, session -> counts, new Plain());
        acceptor = settings.isAcceptor() ? new SocketAcceptor(this, store, all, session -> counts, new Plain()) : null;
        if (acceptor != null) {
            acceptor.start();
        } else {
            initiator.start();
        }
    }

    private SessionSettings sessionSettings() {
        final SessionSettings all = new SessionSettings();
        final boolean accepts = settings.isAcceptor();
        final String[] pairs = {"ConnectionType", accepts ? "acceptor" : "initiator", "NonStopSession", "Y", "ReconnectInterval", "1",
            "HeartBtInt", Integer.toString(Main.HEARTBEAT), "FileStorePath", settings.folder().toString(), "UseDataDictionary", "Y",
            "DataDictionary", settings.dictionary(), "LogonTimeout", "5", "LogoutTimeout", "2", "SocketReuseAddress", "Y",
            "SocketTcpNoDelay", "Y", accepts ? "SocketAcceptAddress" : "SocketConnectHost", "127.0.0.1",
            accepts ? "SocketAcceptPort" : "SocketConnectPort", Integer.toString(settings.port())};
        for (int n = 0; n < pairs.length; n += 2) {
            all.setString(pairs[n], pairs[n + 1]);
        }
        all.setString(id, "BeginString", settings.version());
        all.setString(id, "SenderCompID", settings.sender());
        all.setString(id, "TargetCompID", settings.target());
        return all;
    }

    // Commands.

    @Override
    public void obey(String[] words) throws Exception {
        final Session session = Session.lookupSession(id);
        switch (words[0]) {
            case "enter" -> order("D", words[1], null, words[2], words[3], words[4]);
            case "cancel" -> order("F", words[1], words[2], words[3], words[4], null);
            case "replace" -> order("G", words[1], words[2], words[3], words[4], words[5]);
            case "status" -> {
                final Message status = message("H");
                status.setString(11, words[1]);
                status.setString(55, "AAPL");
                status.setString(54, words[2]);
                session.send(status);
            }
            case "test" -> session.generateTestRequest(words[1]);
            case "resend" -> {
                if (session.isLoggedOn()) { // otherwise it would be sent before the Logon
                    final Message request = message("2");
                    request.setString(7, words[1]);
                    request.setString(16, words[2]);
                    session.send(request);
                }
            }
            case "cut" -> session.disconnect("cut", false);
            case "logout" -> session.logout();
            case "numbers" -> Main.say("numbers " + session.getExpectedSenderNum() + " " + session.getExpectedTargetNum() + counts);
            default -> Main.say("error no such command");
        }
    }

    @Override
    public void close() {
        if (acceptor != null) {
            acceptor.stop(true);
        } else {
            initiator.stop(true);
        }
    }

    private void order(String type, String clOrdId, String original, String side, String qty, String price) throws IOException {
        if (known().add(clOrdId)) {
            final Message order = message(type);
            order.setString(11, clOrdId);
            if (original != null) {
                order.setString(41, original);
            }
            if (!type.equals("F")) {
                order.setString(21, "1");
                order.setString(40, "2");
                order.setString(44, price);
            }
            order.setString(55, "AAPL");
            order.setString(54, side);
            order.setString(38, qty);
            order.setUtcTimeStamp(60, LocalDateTime.now(ZoneOffset.UTC));
            Session.lookupSession(id).send(order);
        }
        Main.say("sent " + clOrdId);
    }

    private Message message(String type) {
        return new Plain().create(settings.version(), type);
    }

    /** ClOrdIDs of what is in the store, and since: a number is taken with its message, so these have been sent or will be resent. */
    private synchronized Set<String> known() throws IOException {
        if (sent == null) {
            sent = ConcurrentHashMap.newKeySet();
            final Session session = Session.lookupSession(id);
            final List<String> stored = new ArrayList<>();
            session.getStore().get(1, session.getExpectedSenderNum() - 1, stored);
            for (final String text : stored) {
                final Matcher found = ORDER.matcher(text);
                if (found.find()) {
                    sent.add(found.group(2));
                }
            }
        }
        return sent;
    }

    // The application.

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
        Main.say("got " + message.getHeader().getInt(34) + " " + message.toString().replace('\u0001', '|'));
        if (message.getHeader().getString(35).equals("D")) {
            report(message);
        }
    }

    private void report(Message order) throws FieldNotFound {
        final String clOrdId = order.getString(11);
        try {
            if (!known().add(clOrdId)) {
                return;
            }
        } catch (IOException problem) {
            throw new IllegalStateException(problem);
        }
        final Message report = message("8");
        report.setString(37, "O" + clOrdId);
        report.setString(11, clOrdId);
        report.setString(17, "E" + clOrdId);
        if (settings.version().equals("FIX.4.2")) {
            report.setString(20, "0");
        }
        report.setString(150, "0");
        report.setString(39, "0");
        for (final int tag : new int[] {55, 54, 38}) {
            report.setString(tag, order.getString(tag));
        }
        report.setString(151, order.getString(38));
        report.setString(14, "0");
        report.setString(6, "0");
        Session.lookupSession(id).send(report);
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        try {
            if (message.getHeader().getString(35).equals("A") && !settings.password().isEmpty()) {
                message.setString(554, settings.password());
            }
        } catch (FieldNotFound problem) {
            throw new IllegalStateException(problem);
        }
    }

    @Override
    public void fromAdmin(Message message, SessionID session) throws FieldNotFound {
        if (message.getHeader().getString(35).equals("0")) {
            Main.say("heartbeat " + (message.isSetField(112) ? message.getString(112) : ""));
        }
    }

    @Override
    public void onLogon(SessionID session) {
        Main.say("up");
    }

    @Override
    public void onLogout(SessionID session) {
        Main.say("down");
    }

    @Override
    public void onCreate(SessionID session) {
    }

    @Override
    public void toApp(Message message, SessionID session) {
    }

    /** Messages without classes of their own. */
    private static final class Plain implements MessageFactory {
        @Override
        public Message create(String beginString, String msgType) {
            final Message message = new Message();
            message.getHeader().setString(8, beginString);
            message.getHeader().setString(35, msgType);
            return message;
        }

        @Override
        public Group create(String beginString, String msgType, int tag) {
            return null;
        }
    }

    /** Both directions, as they are on the wire. */
    private static final class Counts implements Log {
        private int dups;
        private int gapFills;
        private int requests;
        private int heartbeats;
        private int rejects;
        private int refused;

        @Override
        public synchronized void onIncoming(String message) {
            dups += message.contains("\u000143=Y\u0001") ? 1 : 0;
            gapFills += message.contains("\u0001123=Y\u0001") ? 1 : 0;
            requests += message.contains("\u000135=2\u0001") ? 1 : 0;
            heartbeats += message.contains("\u000135=0\u0001") ? 1 : 0;
            if (message.contains("\u000135=3\u0001")) {
                rejects++;
                onEvent("rejected by the other end: " + message.replace('\u0001', '|'));
            }
        }

        @Override
        public synchronized void onOutgoing(String message) {
            if (message.contains("\u000135=3\u0001")) {
                refused++;
                onEvent("refused: " + message.replace('\u0001', '|'));
            }
        }

        @Override
        public void onEvent(String text) {
            Main.say("event " + text);
        }

        @Override
        public void onErrorEvent(String text) {
            onEvent(text);
        }

        @Override
        public void clear() {
        }

        @Override
        public synchronized String toString() {
            return " dup=" + dups + " gapfills=" + gapFills + " requests=" + requests + " heartbeats=" + heartbeats + " rejects=" + rejects
                + " refused=" + refused;
        }
    }
}
