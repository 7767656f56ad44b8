package hotpath.fix;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

import quickfix.FieldNotFound;
import quickfix.InvalidMessage;
import quickfix.Message;
import quickfix.UtcTimestampPrecision;
import quickfix.ValidationSettings;

/** QuickFIX/J 3.0.0 as its documentation uses it: text to Message with length and checksum checked, fields by tag; and back. */
final class QuickFixJ {
    private static final ValidationSettings SETTINGS = new ValidationSettings();

    private QuickFixJ() {
    }

    /** What is read of a message. */
    interface Read {
        long of(Message message) throws FieldNotFound;
    }

    static long decode(byte[][] messages, Read read) {
        long sum = 0;
        try {
            for (final byte[] bytes : messages) {
                final Message m = new Message();
                m.fromString(new String(bytes, StandardCharsets.ISO_8859_1), null, SETTINGS, true);
                sum += read.of(m);
            }
        } catch (InvalidMessage | FieldNotFound problem) {
            throw new IllegalStateException(problem);
        }
        return sum;
    }

    static long numberOf(Message m) throws FieldNotFound {
        return m.getHeader().getInt(34);
    }

    /** The fields of sum_of_report in bench/protocols/fix_flow.cpp. */
    static long sumOfReport(Message m) throws FieldNotFound {
        return numberOf(m) + units(m, 44) + units(m, 31) + units(m, 6) + m.getInt(11) + m.getInt(38) + m.getInt(32) + m.getInt(151) + m.getInt(14)
            + nanos(m) + m.getChar(150) + m.getChar(39) + m.getChar(54) + m.getString(37).length() + m.getString(17).length()
            + m.getString(55).length();
    }

    /** Those of sum_of_order. */
    static long sumOfOrder(Message m) throws FieldNotFound {
        return numberOf(m) + units(m, 44) + m.getInt(11) + m.getInt(38) + nanos(m) + m.getChar(54) + m.getChar(40) + m.getChar(59)
            + m.getString(1).length() + m.getString(55).length();
    }

    private static long nanos(Message m) throws FieldNotFound {
        final LocalDateTime time = m.getUtcTimeStamp(60);
        return time.toEpochSecond(ZoneOffset.UTC) * 1_000_000_000L + time.getNano();
    }

    private static long units(Message m, int tag) throws FieldNotFound {
        return Math.round(m.getDouble(tag) * 10_000);
    }

    static long encodeOrders(int orders) {
        long sum = 0;
        for (int number = 0; number < orders; number++) {
            final LocalDateTime time = LocalDateTime.ofInstant(Order.time(number), ZoneOffset.UTC);
            final Message m = message("D", "TRADER01", "EXCHANGE", number, time);
            setOrder(m, number, Order.SYMBOLS[number % Order.SYMBOLS.length], Order.cents(number) / 100.0, time);
            sum += answer(m);
        }
        return sum;
    }

    /** What follows the header. */
    static void setOrder(Message m, int number, String symbol, double price, LocalDateTime time) {
        m.setInt(11, Order.id(number));
        m.setString(1, "HOUSE");
        m.setChar(21, '1');
        m.setString(55, symbol);
        m.setChar(54, Order.side(number));
        m.setUtcTimeStamp(60, time, UtcTimestampPrecision.MILLIS);
        m.setInt(38, Order.qty(number));
        m.setChar(40, '2');
        m.setDouble(44, price, 2);
        m.setChar(59, '0');
    }

    static long encodeReports(int reports) {
        long sum = 0;
        for (int number = 0; number < reports; number++) {
            final LocalDateTime time = LocalDateTime.ofInstant(Order.time(number), ZoneOffset.UTC);
            final Message m = message("8", "EXCHANGE", "TRADER01", number, time);
            m.setString(37, "O" + Order.id(number));
            m.setInt(11, Order.id(number));
            m.setString(17, "E" + number);
            setTrade(m, Order.SYMBOLS[number % Order.SYMBOLS.length], Order.side(number), Order.qty(number), Order.done(number),
                Order.cents(number) / 100.0, time);
            sum += answer(m);
        }
        return sum;
    }

    /** What follows the ids of a report. */
    static void setTrade(Message m, String symbol, char side, int qty, int done, double price, LocalDateTime time) {
        m.setChar(150, 'F');
        m.setChar(39, done == qty ? '2' : '1');
        m.setString(1, "HOUSE");
        m.setString(55, symbol);
        m.setChar(54, side);
        m.setInt(38, qty);
        m.setChar(40, '2');
        m.setDouble(44, price, 2);
        m.setChar(59, '0');
        m.setInt(32, done);
        m.setDouble(31, price, 2);
        m.setInt(151, qty - done);
        m.setInt(14, done);
        m.setDouble(6, price, 2);
        m.setUtcTimeStamp(60, time, UtcTimestampPrecision.MILLIS);
    }

    private static Message message(String type, String sender, String target, int number, LocalDateTime time) {
        final Message m = new Message();
        final Message.Header header = m.getHeader();
        header.setString(8, "FIX.4.4");
        header.setString(35, type);
        header.setString(49, sender);
        header.setString(56, target);
        header.setInt(34, number + 1);
        header.setUtcTimeStamp(52, time, UtcTimestampPrecision.MILLIS);
        return m;
    }

    private static long answer(Message m) {
        final byte[] bytes = m.toString().getBytes(StandardCharsets.ISO_8859_1);
        return Order.answer(bytes, 0, bytes.length);
    }
}
