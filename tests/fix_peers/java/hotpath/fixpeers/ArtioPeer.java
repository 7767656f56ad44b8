package hotpath.fixpeers;

import io.aeron.CommonContext;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.ControlledFragmentHandler.Action;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

import org.agrona.DirectBuffer;

import uk.co.real_logic.artio.CommonConfiguration;
import uk.co.real_logic.artio.FixDictionaryImpl;
import uk.co.real_logic.artio.Reply;
import uk.co.real_logic.artio.builder.Encoder;
import uk.co.real_logic.artio.builder.ExecutionReportEncoder;
import uk.co.real_logic.artio.builder.NewOrderSingleEncoder;
import uk.co.real_logic.artio.builder.OrderCancelReplaceRequestEncoder;
import uk.co.real_logic.artio.builder.OrderCancelRequestEncoder;
import uk.co.real_logic.artio.builder.OrderStatusRequestEncoder;
import uk.co.real_logic.artio.builder.ResendRequestEncoder;
import uk.co.real_logic.artio.builder.TestRequestEncoder;
import uk.co.real_logic.artio.engine.EngineConfiguration;
import uk.co.real_logic.artio.engine.FixEngine;
import uk.co.real_logic.artio.fields.UtcTimestampEncoder;
import uk.co.real_logic.artio.library.AcquiringSessionExistsHandler;
import uk.co.real_logic.artio.library.FixLibrary;
import uk.co.real_logic.artio.library.LibraryConfiguration;
import uk.co.real_logic.artio.library.OnMessageInfo;
import uk.co.real_logic.artio.library.SessionConfiguration;
import uk.co.real_logic.artio.library.SessionHandler;
import uk.co.real_logic.artio.messages.DisconnectReason;
import uk.co.real_logic.artio.messages.InitialAcceptedSessionOwner;
import uk.co.real_logic.artio.session.Session;
import uk.co.real_logic.artio.validation.AuthenticationStrategy;
import uk.co.real_logic.artio.validation.SessionPersistenceStrategy;

/**
 * Artio as its samples use it: an archiving media driver, an engine and a library in one process, sessions that are persistent.
 *
 * <p>Artio hands on what arrives, also twice and ahead of what is missing, and leaves it to the application to know what it has done:
 * {@link Journal}. One thread does everything; commands wait in a queue.
 */
final class ArtioPeer implements Peer, SessionHandler {
    private static final long RETRY_NS = 300_000_000L;

    private final Main.Settings settings;
    private final ArchivingMediaDriver driver;
    private final FixEngine engine;
    private final FixLibrary library;
    private final Queue<String[]> commands = new ConcurrentLinkedQueue<>();
    private final Queue<String[]> waiting = new ArrayDeque<>(); // orders, while there is no session
    private final Journal journal;
    private final UtcTimestampEncoder clock = new UtcTimestampEncoder();
    private final Thread loop;

    private Session session;
    private Reply<Session> connecting;
    private long connectAt;
    private boolean isUp;
    private boolean hasLoggedOut;
    private volatile boolean isClosing;

    ArtioPeer(Main.Settings settings) throws Exception {
        this.settings = settings;
        final Path folder = settings.folder();
        final String aeron = folder.resolve("aeron").toString();
        Files.deleteIfExists(folder.resolve("archive").resolve("archive-mark.dat")); // of a process that was killed
        journal = new Journal(folder.resolve("application"));
        driver = ArchivingMediaDriver.launch(
            new MediaDriver.Context().aeronDirectoryName(aeron).dirDeleteOnStart(true).threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(CommonConfiguration.backoffIdleStrategy()).termBufferSparseFile(true)
                .ipcTermBufferLength(4 << 20).publicationTermBufferLength(4 << 20),
            new Archive.Context().aeronDirectoryName(aeron).archiveDir(folder.resolve("archive").toFile()).controlChannelEnabled(false)
                .archiveClientContext(new AeronArchive.Context().controlResponseChannel(CommonContext.IPC_CHANNEL))
                .recordingEventsEnabled(false).replicationChannel("aeron:udp?endpoint=localhost:0").segmentFileLength(8 << 20)
                .threadingMode(ArchiveThreadingMode.SHARED).idleStrategySupplier(CommonConfiguration::backoffIdleStrategy));
        engine = FixEngine.launch(engineConfiguration(aeron));
        library = FixLibrary.connect(libraryConfiguration(aeron));
        while (!library.isConnected()) {
            library.poll(10);
            Thread.onSpinWait();
        }
        loop = new Thread(this::loop, "application");
        loop.start();
    }

    private EngineConfiguration engineConfiguration(String aeron) {
        final EngineConfiguration configuration = new EngineConfiguration();
        configuration.libraryAeronChannel(CommonContext.IPC_CHANNEL).logFileDir(settings.folder().resolve("log").toString())
            .deleteLogFileDirOnStart(false).errorIfDuplicateEngineDetected(false).duplicateEngineTimeoutInMs(100).printStartupWarnings(false)
            .framerIdleStrategy(CommonConfiguration.backoffIdleStrategy()).archiverIdleStrategy(CommonConfiguration.backoffIdleStrategy())
            .authenticationStrategy(AuthenticationStrategy.none()).sessionPersistenceStrategy(SessionPersistenceStrategy.alwaysPersistent());
        configuration.defaultHeartbeatIntervalInS(Main.HEARTBEAT);
        configuration.customErrorConsumer((count, first, last, text) -> Main.say("event " + text.lines().findFirst().orElse("")));
        if (settings.isAcceptor()) {
            configuration.bindTo("127.0.0.1", settings.port()).acceptorfixDictionary(FixDictionaryImpl.class)
                .initialAcceptedSessionOwner(InitialAcceptedSessionOwner.SOLE_LIBRARY);
        }
        configuration.aeronContext().aeronDirectoryName(aeron);
        configuration.aeronArchiveContext().aeronDirectoryName(aeron).controlRequestChannel(CommonContext.IPC_CHANNEL)
            .controlResponseChannel(CommonContext.IPC_CHANNEL);
        return configuration;
    }

    private LibraryConfiguration libraryConfiguration(String aeron) {
        final LibraryConfiguration configuration = new LibraryConfiguration();
        configuration.libraryAeronChannels(List.of(CommonContext.IPC_CHANNEL)).sessionExistsHandler(new AcquiringSessionExistsHandler(false))
            .sessionAcquireHandler((acquired, info) -> {
                onAcquired(acquired);
                return this;
            });
        configuration.defaultHeartbeatIntervalInS(Main.HEARTBEAT);
        configuration.printErrorMessages(false);
        configuration.aeronContext().aeronDirectoryName(aeron);
        return configuration;
    }

    // The loop.

    private void loop() {
        while (!isClosing) {
            try {
                final int done = library.poll(10);
                connect();
                look();
                if (isUp && journal.mustAsk(session.lastReceivedMsgSeqNum())) {
                    Main.say("event the application asks for " + journal.expected());
                    send(new ResendRequestEncoder().beginSeqNo(journal.expected()).endSeqNo(0));
                }
                for (String[] words = commands.poll(); words != null; words = commands.poll()) {
                    carryOut(words);
                }
                while (isUp && !waiting.isEmpty() && order(waiting.peek())) {
                    waiting.remove();
                }
                if (done == 0) {
                    LockSupport.parkNanos(200_000);
                }
            } catch (Exception problem) {
                Main.say("event application: " + problem);
            }
        }
    }

    private void connect() {
        if (settings.isAcceptor() || hasLoggedOut) {
            return;
        }
        if (connecting != null && !connecting.isExecuting()) {
            if (!connecting.hasCompleted()) {
                Main.say("event no session: " + connecting.state() + " " + connecting.error());
                if (session != null && session.isConnected() && !session.isActive()) {
                    session.requestDisconnect(); // it was hung up on before its Logon had an answer, and does not see it
                }
            }
            connecting = null;
            connectAt = System.nanoTime() + RETRY_NS;
        }
        if (connecting == null && (session == null || !session.isConnected()) && System.nanoTime() > connectAt) {
            connecting = library.initiate(SessionConfiguration.builder().address("127.0.0.1", settings.port())
                .senderCompId(settings.sender()).targetCompId(settings.target()).credentials("", settings.password())
                .sequenceNumbersPersistent(true).timeoutInMs(3_000).fixDictionary(FixDictionaryImpl.class).build());
        }
    }

    private void look() {
        final boolean is = session != null && session.isActive();
        if (is != isUp) {
            isUp = is;
            Main.say(is ? "up" : "down");
        }
    }

    private void onAcquired(Session acquired) {
        session = acquired;
        Main.say("event acquired: sent " + acquired.lastSentMsgSeqNum() + ", received " + acquired.lastReceivedMsgSeqNum() + ", "
            + acquired.state() + ", the application expects " + journal.expected());
        for (final String order : journal.onSession(acquired.lastSentMsgSeqNum())) { // before the Logon
            waiting.add(new String[] {"report", order});
        }
    }

    // Commands.

    @Override
    public void obey(String[] words) {
        commands.add(words);
    }

    @Override
    public void close() {
        isClosing = true;
        try {
            loop.join();
        } catch (InterruptedException problem) {
            Thread.currentThread().interrupt();
        }
        library.close();
        engine.close();
        driver.close();
    }

    private void carryOut(String[] words) {
        switch (words[0]) {
            case "enter", "cancel", "replace", "status", "test", "resend" -> waiting.add(words);
            case "cut" -> {
                if (session != null) {
                    session.requestDisconnect();
                }
            }
            case "logout" -> {
                hasLoggedOut = true;
                if (session != null) {
                    session.startLogout();
                }
            }
            case "numbers" -> Main.say("numbers " + (session == null ? "1 1" : session.lastSentMsgSeqNum() + 1 + " " + journal.expected())
                + journal.counts());
            default -> Main.say("error no such command");
        }
    }

    /** False when it has to wait. */
    private boolean order(String[] words) {
        final int length = clock.encode(System.currentTimeMillis());
        switch (words[0]) {
            case "enter" -> {
                final NewOrderSingleEncoder order = new NewOrderSingleEncoder();
                order.instrument().symbol("AAPL");
                order.orderQtyData().orderQty(Long.parseLong(words[3]), 0);
                order.clOrdID(words[1]).side(words[2].charAt(0)).ordType('2').price(cents(words[4]), 2).transactTime(clock.buffer(), length);
                return once(words[1], order);
            }
            case "cancel" -> {
                final OrderCancelRequestEncoder cancel = new OrderCancelRequestEncoder();
                cancel.instrument().symbol("AAPL");
                cancel.orderQtyData().orderQty(Long.parseLong(words[4]), 0);
                cancel.clOrdID(words[1]).origClOrdID(words[2]).side(words[3].charAt(0)).transactTime(clock.buffer(), length);
                return once(words[1], cancel);
            }
            case "replace" -> {
                final OrderCancelReplaceRequestEncoder replace = new OrderCancelReplaceRequestEncoder();
                replace.instrument().symbol("AAPL");
                replace.orderQtyData().orderQty(Long.parseLong(words[4]), 0);
                replace.clOrdID(words[1]).origClOrdID(words[2]).side(words[3].charAt(0)).ordType('2').price(cents(words[5]), 2)
                    .transactTime(clock.buffer(), length);
                return once(words[1], replace);
            }
            case "report" -> {
                return report(words[1]);
            }
            case "test" -> {
                return send(new TestRequestEncoder().testReqID(words[1]));
            }
            case "resend" -> {
                return send(new ResendRequestEncoder().beginSeqNo(Integer.parseInt(words[1])).endSeqNo(Integer.parseInt(words[2])));
            }
            default -> {
                final OrderStatusRequestEncoder status = new OrderStatusRequestEncoder();
                status.instrument().symbol("AAPL");
                return send(status.clOrdID(words[1]).side(words[2].charAt(0)));
            }
        }
    }

    private static long cents(String price) {
        return Long.parseLong(price.replace(".", ""));
    }

    private boolean once(String clOrdId, Encoder message) {
        if (!journal.isSent(clOrdId)) {
            journal.onSending(clOrdId, session.lastSentMsgSeqNum() + 1);
            if (!send(message)) {
                return false;
            }
            journal.onSent(clOrdId);
        }
        Main.say("sent " + clOrdId);
        return true;
    }

    /** False when the session is gone, or the engine has no room: the library must be polled before it has. */
    private boolean send(Encoder message) {
        return session != null && session.canSendMessage() && session.trySend(message) >= 0;
    }

    // Messages.

    @Override
    public Action onMessage(DirectBuffer buffer, int offset, int length, int libraryId, Session from, int sequenceIndex, long messageType,
        long timestampInNs, long position, OnMessageInfo info) {
        final String text = buffer.getStringWithoutLengthAscii(offset, length).replace('\u0001', '|');
        try {
            if (journal.take(text) != null) {
                handOnWhatWasHeld();
            }
        } catch (RuntimeException problem) {
            Main.say("error application: " + problem);
        }
        return Action.CONTINUE;
    }

    private void handOnWhatWasHeld() {
        for (String message = journal.next(); message != null; message = journal.next()) {
            handOn(message);
            journal.advance(message);
        }
    }

    private void handOn(String message) {
        final String type = Journal.field(message, "35");
        switch (type) {
            case "A", "1", "2", "4", "5" -> {
            }
            case "0" -> Main.say("heartbeat " + Journal.field(message, "112"));
            case "3" -> Main.say("event rejected by the other end: " + message);
            default -> {
                Main.say("got " + Journal.field(message, "34") + " " + message);
                if (type.equals("D") && journal.owes(Journal.field(message, "11"), message)) {
                    waiting.add(new String[] {"report", message});
                }
            }
        }
    }

    private boolean report(String order) {
        final String clOrdId = Journal.field(order, "11");
        final long qty = Long.parseLong(Journal.field(order, "38"));
        final ExecutionReportEncoder report = new ExecutionReportEncoder();
        report.instrument().symbol(Journal.field(order, "55"));
        report.orderQtyData().orderQty(qty, 0);
        report.orderID("O" + clOrdId).clOrdID(clOrdId).execID("E" + clOrdId).execType('0').ordStatus('0').side(Journal.field(order, "54").charAt(0))
            .leavesQty(qty, 0).cumQty(0, 0).avgPx(0, 0);
        return once(clOrdId, report);
    }

    @Override
    public void onTimeout(int libraryId, Session timedOut) {
        Main.say("event the library has timed out");
    }

    @Override
    public void onSlowStatus(int libraryId, Session slow, boolean hasBecomeSlow) {
        Main.say("event slow " + hasBecomeSlow);
    }

    @Override
    public Action onDisconnect(int libraryId, Session gone, DisconnectReason reason) {
        Main.say("event disconnected: " + reason);
        return Action.CONTINUE;
    }

    @Override
    public void onSessionStart(Session started) {
        Main.say("event started: sent " + started.lastSentMsgSeqNum() + ", received " + started.lastReceivedMsgSeqNum()
            + ", the application expects " + journal.expected());
    }
}
