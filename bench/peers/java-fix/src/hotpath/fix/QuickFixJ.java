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

    /** Of each message everything that an order manager needs, or MsgSeqNum alone. */
    static long decode(byte[][] reports, boolean isWhole) {
        long sum = 0;
        try {
            for (final byte[] bytes : reports) {
                final Message m = new Message();
                m.fromString(new String(bytes, StandardCharsets.ISO_8859_1), null, SETTINGS, true);
                sum += isWhole ? sumOf(m) : m.getHeader().getInt(34);
            }
        } catch (InvalidMessage | FieldNotFound problem) {
            throw new IllegalStateException(problem);
        }
        return sum;
    }

    /** The fields of sum_of_report in bench/protocols/fix_flow.cpp. */
    private static long sumOf(Message m) throws FieldNotFound {
        final LocalDateTime time = m.getUtcTimeStamp(60);
        return m.getHeader().getInt(34) + units(m, 44) + units(m, 31) + units(m, 6) + m.getInt(11) + m.getInt(38) + m.getInt(32)
            + m.getInt(151) + m.getInt(14) + time.toEpochSecond(ZoneOffset.UTC) * 1_000_000_000L + time.getNano() + m.getChar(150)
            + m.getChar(39) + m.getChar(54) + m.getString(37).length() + m.getString(17).length() + m.getString(55).length();
    }

    private static long units(Message m, int tag) throws FieldNotFound {
        return Math.round(m.getDouble(tag) * 10_000);
    }

    static long encode(int orders) {
        long sum = 0;
        for (int number = 0; number < orders; number++) {
            final LocalDateTime time = LocalDateTime.ofInstant(Order.time(number), ZoneOffset.UTC);
            final Message m = new Message();
            final Message.Header header = m.getHeader();
            header.setString(8, "FIX.4.4");
            header.setString(35, "D");
            header.setString(49, "TRADER01");
            header.setString(56, "EXCHANGE");
            header.setInt(34, number + 1);
            header.setUtcTimeStamp(52, time, UtcTimestampPrecision.MILLIS);
            m.setInt(11, 1_000_000 + number);
            m.setString(1, "HOUSE");
            m.setChar(21, '1');
            m.setString(55, Order.SYMBOLS[number % Order.SYMBOLS.length]);
            m.setChar(54, number % 2 == 0 ? '1' : '2');
            m.setUtcTimeStamp(60, time, UtcTimestampPrecision.MILLIS);
            m.setInt(38, 100 + number % 900);
            m.setChar(40, '2');
            m.setDouble(44, Order.cents(number) / 100.0, 2);
            m.setChar(59, '0');
            final byte[] bytes = m.toString().getBytes(StandardCharsets.ISO_8859_1);
            sum += Order.answer(bytes, 0, bytes.length);
        }
        return sum;
    }
}
