package hotpath.fix;

import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.function.BooleanSupplier;

import quickfix.Application;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.Group;
import quickfix.Log;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.MessageFactory;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.SocketInitiator;

/** QuickFIX/J over TCP, a trader or a venue: messages in memory, no log, no dictionary, a new session every run. */
final class QuickFixJEngine {
    private QuickFixJEngine() {
    }

    static String trade(Trips.Load load) throws Exception {
        final SessionID id = new SessionID("FIX.4.4", "TRADER01", "EXCHANGE");
        final Trader trader = new Trader(load);
        final SocketInitiator engine = new SocketInitiator(trader, new MemoryStoreFactory(), settings(id, load, true), session -> new NoLog(), new Plain());
        engine.start();
        try {
            await(() -> trader.isUp);
            trader.trips.begin();
            if (load.isClosed()) {
                trader.send(0, id);
            } else {
                for (int number = 0; number < load.orders(); number++) {
                    trader.trips.awaitDue(number);
                    trader.send(number, id);
                }
            }
            await(trader.trips::isDone);
        } finally {
            engine.stop(false);
        }
        return trader.trips.json();
    }

    static String fill(Trips.Load load) throws Exception {
        final SessionID id = new SessionID("FIX.4.4", "EXCHANGE", "TRADER01");
        final Venue venue = new Venue();
        final SocketAcceptor engine = new SocketAcceptor(venue, new MemoryStoreFactory(), settings(id, load, false), session -> new NoLog(), new Plain());
        engine.start();
        while (!venue.isOver) {
            Thread.sleep(5);
        }
        engine.stop(true);
        return Trips.nothing();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (final long until = System.nanoTime() + Trips.PATIENCE_NS; !condition.getAsBoolean(); Thread.sleep(1)) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("a report did not come");
            }
        }
    }

    private static SessionSettings settings(SessionID id, Trips.Load load, boolean isTrader) throws ConfigError {
        final SessionSettings all = new SessionSettings();
        final String[] pairs = {"ConnectionType", isTrader ? "initiator" : "acceptor", "NonStopSession", "Y", "ReconnectInterval", "1", "HeartBtInt", "30",
            "UseDataDictionary", "N", "ResetOnLogon", "Y", "SocketReuseAddress", "Y", "SocketTcpNoDelay", "Y",
            isTrader ? "SocketConnectHost" : "SocketAcceptAddress", "127.0.0.1", isTrader ? "SocketConnectPort" : "SocketAcceptPort",
            Integer.toString(load.port())};
        for (int n = 0; n < pairs.length; n += 2) {
            all.setString(pairs[n], pairs[n + 1]);
        }
        all.setString(id, "BeginString", id.getBeginString());
        all.setString(id, "SenderCompID", id.getSenderCompID());
        all.setString(id, "TargetCompID", id.getTargetCompID());
        return all;
    }

    private static Message message(String type) {
        return new Plain().create("FIX.4.4", type);
    }

    /** What both ends have of a session. */
    private abstract static class End implements Application {
        volatile boolean isUp;
        volatile boolean isOver;

        @Override
        public void onLogon(SessionID session) {
            isUp = true;
        }

        @Override
        public void onLogout(SessionID session) {
            isOver = isUp;
        }

        @Override
        public void onCreate(SessionID session) {
        }

        @Override
        public void toAdmin(Message message, SessionID session) {
        }

        @Override
        public void fromAdmin(Message message, SessionID session) {
        }

        @Override
        public void toApp(Message message, SessionID session) {
        }
    }

    private static final class Venue extends End {
        @Override
        public void fromApp(Message order, SessionID session) throws FieldNotFound {
            final String id = order.getString(11);
            final Message report = message("8");
            report.setString(37, id);
            report.setString(11, id);
            report.setString(17, id);
            final int qty = order.getInt(38);
            QuickFixJ.setTrade(report, order.getString(55), order.getChar(54), qty, qty, order.getDouble(44), LocalDateTime.now(ZoneOffset.UTC));
            QuickFixJEngine.send(report, session);
        }
    }

    /** In the closed loop the engine's own thread sends the next order, from the report before it. */
    private static final class Trader extends End {
        final Trips trips;
        private final Trips.Load load;

        Trader(Trips.Load load) {
            this.load = load;
            trips = new Trips(load);
        }

        @Override
        public void fromApp(Message report, SessionID session) throws FieldNotFound {
            final int answered = trips.onReport(report.getInt(11), report.getInt(32), Math.round(report.getDouble(31) * 10_000));
            if (load.isClosed() && answered < load.orders()) {
                send(answered, session);
            }
        }

        void send(int number, SessionID session) {
            trips.leave(number);
            final Message order = message("D");
            QuickFixJ.setOrder(order, number, "GOOGL", Trips.cents(number) / 100.0, LocalDateTime.now(ZoneOffset.UTC));
            QuickFixJEngine.send(order, session);
        }
    }

    private static void send(Message message, SessionID session) {
        try {
            Session.sendToTarget(message, session);
        } catch (SessionNotFound problem) {
            throw new IllegalStateException(problem);
        }
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

    private static final class NoLog implements Log {
        @Override
        public void clear() {
        }

        @Override
        public void onIncoming(String message) {
        }

        @Override
        public void onOutgoing(String message) {
        }

        @Override
        public void onEvent(String text) {
        }

        @Override
        public void onErrorEvent(String text) {
        }
    }
}
