/*
 * One writer that never waits, readers that may be lapped: hotpath/queue/broadcast_ring.hpp, broadcast_writer.hpp and
 * broadcast_reader.hpp, step for step, every load and store of a shared word a step of its own. The writer may be killed
 * at any step; another one resumes. A reader joins at any moment, at the newest or the oldest record, which also stands
 * for a reader that was killed and comes again: readers write nothing.
 *
 * What must hold
 *   S1  A record that a reader is given is one whole published record: its length and all its words are the writer's.
 *   S2  The loss is exact: the records given and the records reported lost are, together and in order, every record
 *       since the reader joined. After a loss the reader goes on at a record's header.
 *   S3  "Empty" is true: at that moment every published record had been given to the reader or reported lost. A batch
 *       therefore appears at once.
 *   S4  Whoever joins at the newest starts behind what was published when it came, and not beyond what is when it starts.
 *   S5  A writer resumes exactly behind the last published record, whenever the one before it died; there always is a
 *       checkpoint to start from.
 *   S6  The writer never waits for anybody: no step of it has a guard.
 *   L1  When the writer stops, every reader comes to the last record (it is not left waiting for a word of an old lap).
 *
 * Bounds: a ring of CAP words in CHUNKS chunks (library: 64), RECORDS records of LENGTH_MIN or LENGTH_MAX words of payload
 * in batches of 1..BATCH records and at most BATCH_WORDS words, one reader, KILLS kills of the writer. A publication with
 * its padding is at most half the ring, as in the library. Payload words look like published headers on purpose.
 *
 * run: holds safety -- whole, exact, truthfully empty; joins at any moment; 10 records in a ring of 5 to 8
 * run: holds safety -DBATCH=2 -DLENGTH_MIN=0 -DLENGTH_MAX=1 -DBATCH_WORDS=4 -DRECORDS=8 -- batches appear at once
 * run: holds safety -DKILLS=1 -DRECORDS=7 -- the writer killed at any step
 * run: holds safety -DKILLS=6 -DRECORDS=8 -DREADERS=0 -- the writer killed six times: a checkpoint is always there
 * run: holds ltl:readers_finish -DSEARCH_AT_ONCE -DRECORDS=7 -- every reader comes to the last record
 * run: reached safety -DREACH_LAPPED -- a reader is lapped
 * run: reached safety -DREACH_LAPPED_IN_COPY -- a reader is lapped while it copies
 * run: reached safety -DREACH_PADDING -- a reader meets padding
 * run: reached safety -DKILLS=1 -DREACH_WASTE -- a killed writer leaves a reservation behind
 * run: assertion safety -DBROKEN_HEADER_FIRST -- publishing the header before the payload
 * run: assertion safety -DBROKEN_NO_ZERO -- not zeroing the next header: old bytes pass for one
 * run: assertion safety -DBROKEN_ZERO_LAST -- zeroing the next header after publishing this one
 * run: assertion safety -DBROKEN_RESERVE_LATE -- reserving after the first word was overwritten
 * run: assertion safety -DBROKEN_RESERVE_SHORT -- not reserving the zeroed word behind the record
 * run: assertion safety -DBROKEN_NO_RECHECK -- not looking again after the copy
 * run: assertion safety -DBROKEN_LENGTH_BELIEVED -- believing a header that cannot be a record's before it is checked
 * run: assertion safety -DBROKEN_CHECKPOINT_ORDER -- a checkpoint's position before its seq
 * run: assertion safety -DBATCH=2 -DLENGTH_MIN=0 -DLENGTH_MAX=1 -DBATCH_WORDS=4 -DRECORDS=4 -DBROKEN_BATCH_ORDER -- a batch's first header stored first
 * run: assertion safety -DKILLS=1 -DRECORDS=5 -DBROKEN_RESUME_AT_CHECKPOINT -- resuming at the checkpoint, without walking the headers
 * run: assertion safety -DKILLS=6 -DRECORDS=8 -DREADERS=0 -DBROKEN_NO_RESUME_CHECKPOINT -- resuming without making up for a lost checkpoint
 * run: cycle ltl:readers_finish -DSEARCH_AT_ONCE -DRECORDS=8 -DBROKEN_EMPTY_UNCHECKED -- calling a zero word empty without asking whether the writer lapped
 */
#ifndef CAP
#define CAP 16
#endif
#ifndef CHUNK
#define CHUNK 2
#endif
#define CHUNKS (CAP / CHUNK)
#ifndef RECORDS
#define RECORDS 10
#endif
#ifndef LENGTH_MIN
#define LENGTH_MIN 1
#endif
#ifndef LENGTH_MAX
#define LENGTH_MAX 2
#endif
#ifndef BATCH
#define BATCH 1
#endif
#ifndef BATCH_WORDS
#define BATCH_WORDS 3
#endif
#ifndef KILLS
#define KILLS 0
#endif
#ifndef READERS
#define READERS 1
#endif
#define START CAP           /* BroadcastStart::position, so that no place before it is named */
#define NO_POSITION 255

/* BroadcastHeader: bit 7 published, bit 6 padding, the rest the length. A payload word holds its record's seq and length. */
#define RECORD(length) (128 + (length))
#define PADDING(words) (128 + 64 + (words))
#define IS_PADDING(word) ((word) >= 192)
#define LENGTH(word) ((word) % 64)
#define STRIDE(word) (IS_PADDING(word) -> LENGTH(word) : LENGTH(word) + 1)
#define IS_RECORD(word, position) ((word) != 0 && !IS_PADDING(word) && LENGTH(word) <= LENGTH_MAX && AT(position) + STRIDE(word) <= CAP)
#define PAYLOAD(seq, length) (128 + ((seq) % 16) * 4 + (length))

#define AT(position) ((position) % CAP)
#define PLACE(until) (((until) / CHUNK) % CHUNKS)

/* Long and short records come in a rhythm of three, each of the eight possible: chosen once, at the start. */
byte rhythm;
#define LENGTH_OF(seq) ((rhythm >> ((seq) % 3)) % 2 == 1 -> LENGTH_MAX : LENGTH_MIN)

/* The ring, in words. */
byte ring[CAP];
byte reserved_until;
byte checkpoint_position[CHUNKS];
byte checkpoint_seq[CHUNKS];

/* Ghosts: what is true. */
byte published;             /* records */
byte published_position;    /* behind the last of them */
bool kill_writer, writer_done;
byte writer_kills = KILLS;
byte readers_done;

/* BroadcastRing::checkpoint(until, found), its last condition, is_intact(), apart. */
#ifdef HALF_RULE_OFF
#define IS_CHECKPOINT(until) (found_position != NO_POSITION && found_position <= (until))
#else
#define IS_CHECKPOINT(until) (found_position != NO_POSITION && found_position <= (until) && (until) - found_position <= CAP / 2)
#endif
#define IS_INTACT(position) (reserved_until - (position) <= CAP)

/*
 * A block `atomic { }` below holds at most one access to the shared words, with what the process does by itself. The
 * exception is a writer that resumes: nobody else writes, so its reading is one step (killed in the middle, it has done
 * nothing).
 */

/* BroadcastRing::newest_checkpoint by the writer, and at once. */
inline search_newest() {
    back = 0;
    ok = false;
    do
    :: !ok && back < CHUNKS ->
        found_position = checkpoint_position[PLACE(reserved_until - back * CHUNK)];
        found_seq = checkpoint_seq[PLACE(reserved_until - back * CHUNK)];
        ok = IS_CHECKPOINT(reserved_until - back * CHUNK) && IS_INTACT(found_position);
        back++
    :: else -> break
    od;
    back = 0
}

/* BroadcastRing::skip_published by the writer, at once. */
inline walk_published() {
    do
    :: ring[AT(found_position)] != 0 ->
        word = ring[AT(found_position)];
        found_position = found_position + STRIDE(word);
        found_seq = found_seq + (IS_PADDING(word) -> 0 : 1);
        word = 0
    :: else -> break
    od
}

/* BroadcastWriter::append, for the first header of a publication and for the others. */
#define FIRST (claimed_until == position)

/* BroadcastWriter::reserve(until) */
inline reserve(until) {
    if
    :: reserved < until ->
        atomic { reserved = ((until + CHUNK - 1) / CHUNK) * CHUNK; reserved_until = reserved };
#ifdef BROKEN_CHECKPOINT_ORDER
        checkpoint_position[PLACE(reserved)] = position;
        checkpoint_seq[PLACE(reserved)] = seq
#else
        checkpoint_seq[PLACE(reserved)] = seq;
        checkpoint_position[PLACE(reserved)] = position
#endif
    :: else
    fi
}

/* What claim(length) wants: with the padding, the header, the payload and the word behind. */
#ifdef BROKEN_RESERVE_SHORT
#define WANTED (claimed_until + padding + length + 1)
#else
#define WANTED (claimed_until + padding + length + 2)
#endif

/* BroadcastWriter::claim(length), then the payload */
inline claim() {
#ifndef BROKEN_RESERVE_LATE
    reserve(WANTED);
#endif
    if
    :: padding != 0 ->
        atomic {
            if
            :: FIRST -> first_header = PADDING(padding)
            :: else -> ring[AT(claimed_until)] = PADDING(padding)
            fi;
            padding_words = padding_words + padding;
            claimed_until = claimed_until + padding;
            padding = 0
        }
    :: else
    fi;
    atomic {
        word_at = claimed_until + 1;
        if
#ifdef BROKEN_BATCH_ORDER
        :: FIRST -> ring[AT(claimed_until)] = RECORD(length); first_header = RECORD(length)
#elif defined(BROKEN_HEADER_FIRST)
        :: FIRST -> ring[AT(claimed_until)] = RECORD(length); first_header = RECORD(length)
#else
        :: FIRST -> first_header = RECORD(length)
#endif
        :: else -> ring[AT(claimed_until)] = RECORD(length)
        fi;
        claimed_until = claimed_until + length + 1
    };
    do
    :: word_at < claimed_until ->
        atomic { ring[AT(word_at)] = PAYLOAD(seq + claimed_records, length); word_at++ }
    :: else -> break
    od;
#ifdef BROKEN_RESERVE_LATE
    reserve(claimed_until + 1);
#endif
    atomic { claimed_records++; word_at = 0; length = 0 }
}

/* BroadcastWriter::publish */
inline publish() {
#if !defined(BROKEN_NO_ZERO) && !defined(BROKEN_ZERO_LAST)
    ring[AT(claimed_until)] = 0;
#endif
    atomic {
        ring[AT(position)] = first_header;
        position = claimed_until;
        seq = seq + claimed_records;
        claimed_records = 0;
        padding_words = 0;
        first_header = 0;
        published = seq;
        published_position = position
    };
#ifdef BROKEN_ZERO_LAST
    ring[AT(position)] = 0;
#endif
}

/* BroadcastWriter: the constructor, then batches until all is written. */
proctype writer() {
    byte position, claimed_until, reserved, seq, claimed_records, padding_words, first_header;
    byte found_position, found_seq, back, word, padding, length, word_at;
    bool ok, over;
    do
    :: {
        atomic {                                           /* resume */
            search_newest();
            assert(ok);                                    /* S5 */
#ifndef BROKEN_RESUME_AT_CHECKPOINT
            walk_published();
#endif
            reserved = reserved_until;
            position = found_position;
            claimed_until = position;
            seq = found_seq;
            assert(position == published_position && seq == published);  /* S5 */
            found_position = checkpoint_position[PLACE(reserved)];
            ok = IS_CHECKPOINT(reserved);
            found_position = 0;
            found_seq = 0
        };
#ifndef BROKEN_NO_RESUME_CHECKPOINT
        if
        :: !ok -> checkpoint_seq[PLACE(reserved)] = seq; checkpoint_position[PLACE(reserved)] = position
        :: else
        fi;
#endif
        do
        :: seq == RECORDS -> break
        :: seq < RECORDS ->
            do
            :: atomic { !over && seq + claimed_records < RECORDS && claimed_records < BATCH ->
                    length = LENGTH_OF(seq + claimed_records);
                    over = claimed_until - position - padding_words + length + 1 > BATCH_WORDS;
                    padding = (length + 1 <= CAP - AT(claimed_until) -> 0 : CAP - AT(claimed_until))
                };
                if
                :: over -> atomic { length = 0; padding = 0 }
                :: else -> claim()
                fi
            :: claimed_records > 0 -> over = false; break
            od;
            publish()
        od;
        writer_done = true;
        false
    } unless { (kill_writer || writer_done) -> kill_writer = false };
    if
    :: writer_done -> break
    :: else ->
        atomic {
#ifdef REACH_WASTE
            assert(reserved_until <= published_position + 2);
#endif
            position = 0; claimed_until = 0; reserved = 0; seq = 0; claimed_records = 0; padding_words = 0;
            first_header = 0; padding = 0; length = 0; word_at = 0; ok = false; over = false
        }
    fi
    od
}

/* kill -9, at any moment. */
proctype killer() {
end:
    do
    :: atomic { writer_kills > 0 && !writer_done && !kill_writer -> writer_kills--; kill_writer = true }
    od
}

/*
 * BroadcastRing::newest_checkpoint and oldest_checkpoint by a reader. Whatever order they ask in, they take a place that
 * qualifies: here any one, so that the search covers both, and others. For the liveness run the newest, at once.
 */
inline search_any() {
#ifdef SEARCH_AT_ONCE
    atomic {
        search_newest()
    }
#else
    atomic { until = reserved_until; select(back : 0 .. CHUNKS - 1) };
    atomic {
        if
        :: until >= back * CHUNK -> until = until - back * CHUNK; found_position = checkpoint_position[PLACE(until)]
        :: else -> found_position = NO_POSITION
        fi;
        ok = IS_CHECKPOINT(until);
        back = PLACE(until);
        until = 0
    };
    if
    :: ok ->
        atomic { found_seq = checkpoint_seq[back]; back = 0 };
        atomic { ok = IS_INTACT(found_position) }
    :: else -> back = 0
    fi;
    atomic {
        if
        :: !ok -> found_position = 0; found_seq = 0
        :: else
        fi
    }
#endif
}

/* BroadcastReader: the constructor, then try_read until the last record. */
proctype reader() {
    byte position, seq, header, found_position, found_seq, until, back, word_at, word, come;
    bool ok;

join:
    come = published;
    search_any();
    if
    :: !ok -> goto join
    :: else
    fi;
    if
    :: goto joined                                         /* join_oldest, and any other */
    :: skip                                                /* join_newest: skip_published */
    fi;
walk:
    atomic { header = ring[AT(found_position)] };
    atomic {
        if
        :: !IS_INTACT(found_position) -> header = 0; found_position = 0; found_seq = 0; ok = false; goto join
        :: else
        fi;
        if
        :: header == 0 -> assert(found_seq >= come && found_seq <= published)  /* S4 */
        :: else ->
            found_position = found_position + STRIDE(header);
            found_seq = found_seq + (IS_PADDING(header) -> 0 : 1);
            header = 0;
            goto walk
        fi
    };
joined:
    atomic { position = found_position; seq = found_seq; found_position = 0; found_seq = 0; ok = false; come = 0 };

read:
    if
    :: seq == RECORDS -> goto done
    :: else
    fi;
    atomic {
        header = ring[AT(position)];
        assert(header != 0 || !IS_INTACT(position) || seq == published)  /* S3 */
    };
    if
    :: IS_RECORD(header, position) -> goto copy            /* checked together with what is copied */
    :: else
    fi;
    if
    :: IS_PADDING(header) ->
        atomic {
            if
            :: IS_INTACT(position) ->
#ifdef REACH_PADDING
                assert(false);
#endif
                position = position + LENGTH(header)
            :: else -> goto lapped                         /* what the next look would say */
            fi
        };
        header = ring[AT(position)]
    :: else
    fi;
#ifdef BROKEN_EMPTY_UNCHECKED
    if
    :: header == 0 -> goto read
    :: else
    fi;
#endif
    atomic {
#ifndef BROKEN_LENGTH_BELIEVED
        if
        :: !IS_INTACT(position) -> goto lapped
        :: else
        fi;
#endif
        if
        :: header == 0 -> goto read                        /* Empty */
        :: else
        fi;
        assert(IS_RECORD(header, position))                /* S1: the length is true */
    };
copy:
    atomic {
        /* load_words. What is copied is looked at only when it is proved whole: ok says whether it is right. */
        word_at = position + 1;
        ok = true
    };
    do
    :: word_at <= position + LENGTH(header) ->
        atomic { ok = ok && ring[AT(word_at)] == PAYLOAD(seq, LENGTH(header)); word_at++ }
    :: else -> break
    od;
    atomic {
        word_at = 0;
#ifndef BROKEN_NO_RECHECK
        if
        :: !IS_INTACT(position) ->
#ifdef REACH_LAPPED_IN_COPY
            assert(false);
#endif
            goto lapped
        :: else
        fi;
#endif
        assert(ok);                                        /* S1, S2: the record that is due, whole */
        position = position + 1 + LENGTH(header);
        seq++;
        header = 0;
        ok = false
    };
    goto read;

lapped:
#ifdef REACH_LAPPED
    assert(false);
#endif
    atomic { header = 0; ok = false };
    search_any();
    if
    :: ok ->
        atomic {
            assert(found_seq > seq);                       /* S2: something was lost; how much, S1 proves later */
            position = found_position;
            seq = found_seq;
            found_position = 0;
            found_seq = 0;
            ok = false
        };
        goto read
    :: else -> goto read                                   /* lost == 0, and the next call searches again */
    fi;

done:
    readers_done++
}

init {
    byte i;
    atomic {                                          /* BroadcastRing::format */
        do
        :: i < CHUNKS -> checkpoint_position[i] = NO_POSITION; i++
        :: else -> break
        od;
        i = 0;
        reserved_until = START + CHUNK;
        checkpoint_position[PLACE(START + CHUNK)] = START;
        published_position = START
    }
    atomic {
        select(i : 0 .. 7);
        rhythm = i;
        i = 0;
        run writer();
        run killer();
        if
        :: READERS > 0 -> run reader()
        :: else
        fi
    }
}

ltl readers_finish { <> (readers_done == READERS) }   /* L1 */
