package hotpath.fix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.aeron.CommonContext;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.concurrent.YieldingIdleStrategy;
import uk.co.real_logic.artio.CommonConfiguration;
import uk.co.real_logic.artio.FixDictionaryImpl;
import uk.co.real_logic.artio.Reply;
import uk.co.real_logic.artio.builder.Encoder;
import uk.co.real_logic.artio.builder.ExecutionReportEncoder;
import uk.co.real_logic.artio.builder.NewOrderSingleEncoder;
import uk.co.real_logic.artio.decoder.ExecutionReportDecoder;
import uk.co.real_logic.artio.decoder.NewOrderSingleDecoder;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.engine.FixEngine;
import uk.co.real_logic.artio.engine.LowResourceEngineScheduler;
import uk.co.real_logic.artio.fields.EpochFractionFormat;
import uk.co.real_logic.artio.fields.UtcTimestampEncoder;
import uk.co.real_logic.artio.library.FixLibrary;
import uk.co.real_logic.artio.library.LibraryConfiguration;
import uk.co.real_logic.artio.library.OnMessageInfo;
import uk.co.real_logic.artio.library.SessionConfiguration;
import uk.co.real_logic.artio.library.SessionHandler;
import uk.co.real_logic.artio.messages.DisconnectReason;
import uk.co.real_logic.artio.messages.InitialAcceptedSessionOwner;
import uk.co.real_logic.artio.session.Session;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;
import uk.co.real_logic.artio.validation.AuthenticationStrategy;

/**
 * Artio over TCP, a trader or a venue: a media driver, an engine and a library in one process, nothing logged, a new one every run.
 *
 * <p>One core has all its threads. The engine's and the library's yield when they have nothing to do; the driver's, which no message goes through, backs off.
 */
abstract class ArtioEngine implements SessionHandler {
    private static final int FRAGMENTS = 10;
    private static final long RETRY_NS = 100_000_000L;

    final Trips.Load load;
    final UtcTimestampEncoder time = new UtcTimestampEncoder(EpochFractionFormat.MILLISECONDS);
    final MutableAsciiBuffer text = new MutableAsciiBuffer();
    Session session;
    private boolean isOver;

    private ArtioEngine(Trips.Load load) {
        this.load = load;
    }

    static String trade(Trips.Load load) throws IOException {
        return new Trader(load).run(false);
    }

    static String fill(Trips.Load load) throws IOException {
        return new Venue(load).run(true);
    }

    final String run(boolean isAcceptor) throws IOException {
        final Path folder = Files.createTempDirectory(Path.of("/dev/shm"), "hotpath-artio");
        final String aeron = folder.resolve("aeron").toString();
        try (MediaDriver driver = MediaDriver.launch(new MediaDriver.Context().aeronDirectoryName(aeron).dirDeleteOnStart(true)
                .threadingMode(ThreadingMode.SHARED).sharedIdleStrategy(CommonConfiguration.backoffIdleStrategy()).ipcTermBufferLength(4 << 20)
                .publicationTermBufferLength(4 << 20));
            FixEngine engine = FixEngine.launch(engineConfiguration(folder, aeron, isAcceptor));
            FixLibrary library = FixLibrary.connect(libraryConfiguration(folder, aeron))) {
            return live(library);
        } finally {
            IoUtil.delete(folder.toFile(), true);
        }
    }

    private EngineConfiguration engineConfiguration(Path folder, String aeron, boolean isAcceptor) {
        final EngineConfiguration configuration = new EngineConfiguration();
        configuration.libraryAeronChannel(CommonContext.IPC_CHANNEL).logFileDir(folder.resolve("log").toString()).logInboundMessages(false)
            .logOutboundMessages(false).scheduler(new LowResourceEngineScheduler()).printStartupWarnings(false)
            .framerIdleStrategy(new YieldingIdleStrategy()).archiverIdleStrategy(new YieldingIdleStrategy())
            .authenticationStrategy(AuthenticationStrategy.none());
        configuration.monitoringThreadIdleStrategy(new YieldingIdleStrategy()).monitoringFile(folder.resolve("engine").toString())
            .histogramLoggingFile(folder.resolve("engine-histogram").toString());
        configuration.printErrorMessages(false); // the venue may not listen yet
        if (isAcceptor) {
            configuration.bindTo("127.0.0.1", load.port()).acceptorfixDictionary(FixDictionaryImpl.class)
                .initialAcceptedSessionOwner(InitialAcceptedSessionOwner.SOLE_LIBRARY);
        }
        configuration.aeronContext().aeronDirectoryName(aeron);
        return configuration;
    }

    private LibraryConfiguration libraryConfiguration(Path folder, String aeron) {
        final LibraryConfiguration configuration = new LibraryConfiguration();
        configuration.libraryAeronChannels(List.of(CommonContext.IPC_CHANNEL)).sessionAcquireHandler((acquired, info) -> {
            session = acquired;
            return this;
        });
        configuration.monitoringFile(folder.resolve("library").toString()).histogramLoggingFile(folder.resolve("library-histogram").toString());
        configuration.aeronContext().aeronDirectoryName(aeron);
        return configuration;
    }

    private String live(FixLibrary library) {
        final long until = System.nanoTime() + 3 * Trips.PATIENCE_NS;
        while (!isOver) {
            if (System.nanoTime() - until > 0) {
                throw new IllegalStateException("it did not end");
            }
            if (library.poll(FRAGMENTS) + work(library) == 0) {
                Thread.yield();
            }
        }
        return answer();
    }

    abstract int work(FixLibrary library);

    abstract String answer();

    final void end() {
        isOver = true;
    }

    /** Polls again when there is no room. */
    final boolean send(Encoder message) {
        return session.trySend(message) >= 0;
    }

    @Override
    public void onTimeout(int libraryId, Session timedOut) {
    }

    @Override
    public void onSlowStatus(int libraryId, Session slow, boolean hasBecomeSlow) {
    }

    @Override
    public Action onDisconnect(int libraryId, Session gone, DisconnectReason reason) {
        end();
        return Action.CONTINUE;
    }

    @Override
    public void onSessionStart(Session started) {
    }

    private static final class Venue extends ArtioEngine {
        private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
        private final ExecutionReportEncoder report = new ExecutionReportEncoder();

        Venue(Trips.Load load) {
            super(load);
            report.account("HOUSE").execType('F').ordStatus('2').ordType('2').timeInForce('0').leavesQty(0, 0);
        }

        @Override
        int work(FixLibrary library) {
            return 0;
        }

        @Override
        String answer() {
            return Trips.nothing();
        }

        @Override
        public Action onMessage(DirectBuffer buffer, int offset, int length, int libraryId, Session from, int sequenceIndex, long messageType,
            long timestampInNs, long position, OnMessageInfo info) {
            if (messageType != NewOrderSingleDecoder.MESSAGE_TYPE) {
                return Action.CONTINUE;
            }
            text.wrap(buffer, offset, length);
            order.reset();
            order.decode(text, 0, length);
            final long qty = order.orderQty().value();
            final long price = order.price().value();
            final int scale = order.price().scale();
            final int timeLength = time.encode(System.currentTimeMillis());
            report.instrument().symbol(order.symbol(), order.symbolLength());
            report.orderQtyData().orderQty(qty, 0);
            report.orderID(order.clOrdID(), order.clOrdIDLength()).clOrdID(order.clOrdID(), order.clOrdIDLength())
                .execID(order.clOrdID(), order.clOrdIDLength()).side(order.side()).price(price, scale).lastQty(qty, 0).lastPx(price, scale).cumQty(qty, 0)
                .avgPx(price, scale).transactTime(time.buffer(), timeLength);
            return send(report) ? Action.CONTINUE : Action.ABORT;
        }
    }

    private static final class Trader extends ArtioEngine {
        private final ExecutionReportDecoder report = new ExecutionReportDecoder();
        private final NewOrderSingleEncoder order = new NewOrderSingleEncoder();
        private final Trips trips;
        private Reply<Session> connecting;
        private long connectAt = System.nanoTime();
        private boolean hasBegun;
        private boolean isLeaving;
        private int next;

        Trader(Trips.Load load) {
            super(load);
            trips = new Trips(load);
            order.account("HOUSE").handlInst('1').ordType('2').timeInForce('0');
            order.instrument().symbol("GOOGL");
        }

        @Override
        int work(FixLibrary library) {
            if (!hasBegun) {
                connect(library);
                hasBegun = session != null && session.isActive();
                trips.begin();
                return 0;
            }
            if (trips.isDue(next)) {
                send();
                return 1;
            }
            if (trips.isDone() && !isLeaving) {
                isLeaving = session.requestDisconnect() >= 0;
            }
            return 0;
        }

        @Override
        String answer() {
            if (!trips.isDone()) {
                throw new IllegalStateException("a report did not come");
            }
            return trips.json();
        }

        private void connect(FixLibrary library) {
            if (connecting != null && connecting.hasCompleted()) {
                session = connecting.resultIfPresent();
            } else if (connecting != null && !connecting.isExecuting()) {
                connecting = null;
                connectAt = System.nanoTime() + RETRY_NS;
            }
            if (connecting == null && System.nanoTime() - connectAt > 0 && library.isConnected()) {
                connecting = library.initiate(SessionConfiguration.builder().address("127.0.0.1", load.port()).senderCompId("TRADER01")
                    .targetCompId("EXCHANGE").resetSeqNum(true).timeoutInMs(3_000).fixDictionary(FixDictionaryImpl.class).build());
            }
        }

        /** An order without room is tried again, at its own time. */
        private void send() {
            trips.leave(next);
            final int timeLength = time.encode(System.currentTimeMillis());
            order.orderQtyData().orderQty(Order.qty(next), 0);
            order.clOrdID(Integer.toString(Order.id(next)).getBytes(StandardCharsets.US_ASCII)).side(Order.side(next))
                .price(Trips.cents(next), 2).transactTime(time.buffer(), timeLength);
            next += send(order) ? 1 : 0;
        }

        @Override
        public Action onMessage(DirectBuffer buffer, int offset, int length, int libraryId, Session from, int sequenceIndex, long messageType,
            long timestampInNs, long position, OnMessageInfo info) {
            if (messageType == ExecutionReportDecoder.MESSAGE_TYPE) {
                text.wrap(buffer, offset, length);
                report.reset();
                report.decode(text, 0, length);
                trips.onReport(Artio.number(report.clOrdID(), report.clOrdIDLength()), Artio.units(report.lastQty(), 0),
                    Artio.units(report.lastPx(), 4));
            }
            return Action.CONTINUE;
        }
    }
}
