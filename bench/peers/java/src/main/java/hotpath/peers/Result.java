package hotpath.peers;

import java.util.ArrayList;
import java.util.List;

/**
 * What one run of a test gives, as one line of JSON. Answers are unsigned 64-bit sums, written in hexadecimal because
 * JSON's numbers are not.
 */
record Result(long answer, long items, long elapsedNs, int[] samplesNs, List<Metric> metrics) {
    private static final int[] NO_SAMPLES = {};

    /** A number beside the time, as bench/runner/measurement.hpp has it. */
    record Metric(String name, String unit, double value) {
    }

    static Result ofTime(long answer, long items, long elapsedNs) {
        return new Result(answer, items, elapsedNs, NO_SAMPLES, new ArrayList<>());
    }

    static Result ofSamples(long answer, int[] samplesNs) {
        return new Result(answer, samplesNs.length, 0, samplesNs, new ArrayList<>());
    }

    Result with(String name, String unit, double value) {
        metrics.add(new Metric(name, unit, value));
        return this;
    }

    String toJson(String test) {
        final StringBuilder line = new StringBuilder(256 + samplesNs.length * 5);
        line.append("{\"test\":\"").append(test)
            .append("\",\"answer\":\"").append(Long.toHexString(answer))
            .append("\",\"items\":").append(items)
            .append(",\"elapsed_ns\":").append(elapsedNs)
            .append(",\"metrics\":[");
        for (int i = 0; i < metrics.size(); i++) {
            final Metric metric = metrics.get(i);
            line.append(i == 0 ? "[\"" : ",[\"").append(metric.name).append("\",\"").append(metric.unit).append("\",")
                .append(metric.value).append(']');
        }
        line.append("],\"samples_ns\":[");
        for (int i = 0; i < samplesNs.length; i++) {
            line.append(i == 0 ? "" : ",").append(samplesNs[i]);
        }
        return line.append("]}").toString();
    }
}
