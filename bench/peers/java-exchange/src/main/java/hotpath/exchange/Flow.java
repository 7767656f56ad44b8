package hotpath.exchange;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A file of commands, five words each: kind, 1 for a sell, id, price, quantity (bench/exchange/matching_flow.hpp). */
final class Flow {
    static final int WORDS = 5;
    static final long LIMIT = 0;
    static final long IOC = 1;
    static final long CANCEL = 2;
    private static final Map<String, long[]> READ = new HashMap<>();

    private Flow() {
    }

    static long[] read(String file, int commands) throws IOException {
        final long[] known = READ.get(file);
        if (known != null) {
            return known;
        }
        final ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(Path.of(file))).order(ByteOrder.LITTLE_ENDIAN);
        final long[] words = new long[commands * WORDS];
        bytes.asLongBuffer().get(words);
        READ.put(file, words);
        return words;
    }
}
