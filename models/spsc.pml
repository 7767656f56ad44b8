/*
 * One producer, one consumer: hotpath/queue/spsc.hpp, slot.hpp and slot_consumer.hpp, step for step. Either end may be killed at any
 * step and a new one resumes, as between two processes.
 *
 * What must hold
 *   S1  The consumer sees every published message exactly as written, in order, none left out. One that was seen and
 *       not yet popped when the consumer died is seen again; no other is.
 *   S2  The producer never writes into a slot whose message is not popped (it would tear it under the consumer's eyes).
 *   S3  A producer resumes exactly behind the last published message, a consumer exactly at the first not popped,
 *       whenever the one before it died, and while the other end goes on.
 *   S4  The notes, and with them size_approximate(), are exact when both ends are at rest.
 *   S5  A push fails, and a claim gets nothing, only when the ring was full at some moment of the call.
 *   L1  Every message is delivered, when both ends go on (after at most KILLS kills).
 *
 * Bounds: SLOTS slots, MESSAGES messages of two words, one at a time (looking LOOK_AHEAD slots ahead) or in batches of
 * up to BATCH, an index that wraps at 8 * SLOTS (the library's kSlotsMax rule, so the wrap is in the search), KILLS kills
 * of each end.
 *
 * run: holds safety -- every message once, whole, in order; one at a time, the index wraps
 * run: holds safety -DBATCH=3 -- the same, in batches, too
 * run: holds safety -DKILLS=2 -DMESSAGES=5 -- either end killed twice at any step: resumes exactly
 * run: holds safety -DBATCH=3 -DKILLS=1 -DMESSAGES=7 -- the same in the middle of batches
 * run: holds ltl:all_delivered -DMESSAGES=5 -DKILLS=1 -- every message arrives in the end
 * run: reached safety -DKILLS=1 -DMESSAGES=5 -DREACH_BEHIND -- a killed producer's note does lag behind its slots
 * run: reached safety -DBATCH=3 -DMESSAGES=9 -DREACH_PARTIAL -- a batch claim does get less than it asked for
 * run: assertion safety -DBROKEN_TURN_FIRST -- publishing the turn before the message
 * run: assertion safety -DBROKEN_POP_FIRST -- giving the slot back before the last look at the message
 * run: assertion safety -DBROKEN_NO_FREE_CHECK -- writing without looking whether the slot is free
 * run: assertion safety -DBATCH=3 -DBROKEN_LOOK_AT_FIRST -- taking the first free slot for the last of a batch
 * run: deadlock safety -DMESSAGES=9 -DBROKEN_POP_OUT_OF_ORDER -- giving slots back out of order
 * run: assertion safety -DSLOTS=2 -DLOOK_AHEAD=1 -DKILLS=1 -DMESSAGES=5 -- a ring of two slots: given up and popped look the same
 * run: assertion safety -DKILLS=1 -DMESSAGES=5 -DBROKEN_TRUST_NOTE -- resuming at the note, without looking at the turns
 * run: refuted safety -DBATCH=3 -DKILLS=1 -DMESSAGES=7 -DBROKEN_NO_SWEEP -- resuming and leaving the rest of a dead producer's batch
 * run: assertion safety -DKILLS=1 -DMESSAGES=5 -DBROKEN_NOTE_FIRST -- writing the note before the slot it tells of
 * run: cycle ltl:all_delivered -DMESSAGES=5 -DBROKEN_LAP -- a turn of the wrong lap stops the ring for ever
 */
#ifndef SLOTS
#define SLOTS 4
#endif
#ifndef BATCH
#define BATCH 1
#endif
#ifndef MESSAGES
#define MESSAGES 36
#endif
#ifndef KILLS
#define KILLS 0
#endif
#ifndef LOOK_AHEAD
#define LOOK_AHEAD 2
#endif
#define INDEX (8 * SLOTS)                                  /* positions wrap here */
#define LATER(position, by) (((position) + (by)) % INDEX)  /* position_after */
#define AHEAD(from, position) (((position) + INDEX - (from)) % INDEX)
#define AT(position) ((position) % SLOTS)

/* The memory both ends share. */
byte turn[SLOTS];
byte first_word[SLOTS];
byte second_word[SLOTS];
byte produced;  /* SpscNotes */
byte consumed;

/* Ghosts: what really happened. */
byte published, popped;
bool kill_producer, kill_consumer;
byte producer_kills = KILLS, consumer_kills = KILLS;
bool producer_done, consumer_done;

/* Slots::turn(position) == position */
#define IS_FREE(position) (turn[AT(position)] == (position))
/* Slots::state(position) > by, signed */
#define BEYOND(position, by) (AHEAD(position, turn[AT(position)]) > (by) && AHEAD(position, turn[AT(position)]) < INDEX / 2)

/* Slots::free_from(next, wanted): the farthest free slot, searched by halves. */
inline free_from() {
    found = 0;
    beyond = wanted + 1;
    ahead = beyond - 1;
    do
    :: found + 1 < beyond ->
        if
#ifdef BROKEN_LOOK_AT_FIRST
        :: IS_FREE(next) -> found = ahead
#else
        :: IS_FREE(LATER(next, ahead - 1)) -> found = ahead
#endif
        :: else -> beyond = ahead
        fi;
        ahead = found + (beyond - found) / 2
    :: else -> break
    od;
    atomic { beyond = 0; ahead = 0 }
}

/* SpscProducer::has_room. free: free_end_ - next_. */
inline has_room() {
    if
    :: IS_FREE(LATER(next, LOOK_AHEAD)) -> free = LOOK_AHEAD + 1
    :: else ->
        if
        :: free == 0 ->
            if
            :: IS_FREE(next) -> free = 1
            :: else
            fi
        :: else
        fi
    fi
}

/* SpscProducer: the constructor, then claim() or claim(n), the messages, publish(n), until all is sent. */
proctype producer() {
    byte next, free, found, beyond, ahead, wanted, batch, i;
    bool full_before;
    do
    :: {
        next = produced;
#ifndef BROKEN_TRUST_NOTE
        do
        :: BEYOND(next, 0) ->
#ifdef REACH_BEHIND
            assert(false);
#endif
            next = LATER(next, 1)
        :: else -> break
        od;
#endif
        assert(next == published % INDEX);  /* S3 */
#ifndef BROKEN_NO_SWEEP
        /* what was published behind a first that was not, is free again */
        i = 1;
        do
        :: i < SLOTS ->
            if
            :: turn[AT(LATER(next, i))] == LATER(next, i + 1) -> turn[AT(LATER(next, i))] = LATER(next, i)
            :: else
            fi;
            i++
        :: else -> break
        od;
        i = 0;
#endif
        produced = next;
        free = 0;
        do
        :: published == MESSAGES -> break
        :: published < MESSAGES ->
            d_step { full_before = (published - popped == SLOTS) };
            if
            :: wanted = 1;
#ifdef BROKEN_NO_FREE_CHECK
               free = SLOTS;
#else
               has_room();
#endif
               found = (free > 0 -> 1 : 0)
            :: BATCH > 1 && published + BATCH <= MESSAGES -> wanted = BATCH; free_from()
            fi;
            assert(found > 0 || full_before);                   /* S5 */
            atomic { batch = found; found = 0; full_before = false };
#ifdef REACH_PARTIAL
            assert(batch == 0 || batch == wanted);
#endif
            /* the messages, in place */
            i = 0;
            do
            :: i < batch ->
                assert(published + i - popped < SLOTS);         /* S2 */
#ifdef BROKEN_TURN_FIRST
                turn[AT(LATER(next, i))] = LATER(next, i + 1);
#endif
                first_word[AT(LATER(next, i))] = published + i;
                second_word[AT(LATER(next, i))] = published + i;
                i++
            :: else -> break
            od;
            /* publish(batch): all but the first, then the first */
            i = 1;
            do
            :: i < batch ->
                turn[AT(LATER(next, i))] = LATER(next, i + 1);
                i++
            :: else -> break
            od;
            if
            :: batch > 0 ->
#ifdef BROKEN_NOTE_FIRST
                produced = LATER(next, batch);
#endif
                d_step {
#ifdef BROKEN_LAP
                    turn[AT(next)] = (published == 2 -> LATER(next, SLOTS + 1) : LATER(next, 1));
#else
                    turn[AT(next)] = LATER(next, 1);
#endif
                    published = published + batch;
                    next = LATER(next, batch);
                    free = (wanted == 1 && free > 0 -> free - 1 : 0)
                };
                produced = next
            :: else
            fi;
            atomic { batch = 0; i = 0; wanted = 0 }
        od;
        producer_done = true;
        false
    } unless { (kill_producer || producer_done) -> kill_producer = false };
    if
    :: producer_done -> break
    :: else -> d_step { next = 0; free = 0; found = 0; beyond = 0; ahead = 0; wanted = 0; batch = 0; i = 0; full_before = false }
    fi
    od
}

/* SpscConsumer: the constructor, then front(), two looks at the message in place, pop(). */
proctype consumer() {
    byte next;
    do
    :: {
        next = consumed;
#ifndef BROKEN_TRUST_NOTE
        do
        :: BEYOND(next, 2) -> next = LATER(next, 1)
        :: else -> break
        od;
#endif
        assert(next == popped % INDEX);             /* S3 */
        consumed = next;
        do
        :: popped == MESSAGES -> break
        :: turn[AT(next)] == LATER(next, 1) ->      /* front(); the guard stands for asking again */
#ifdef BROKEN_POP_FIRST
            turn[AT(next)] = LATER(next, SLOTS);
#endif
            assert(first_word[AT(next)] == popped);  /* S1 */
            assert(second_word[AT(next)] == popped); /* S1 */
#ifdef BROKEN_NOTE_FIRST
            consumed = LATER(next, 1);
#endif
            d_step {                                 /* pop() */
#ifndef BROKEN_POP_FIRST
#ifdef BROKEN_POP_OUT_OF_ORDER
                if  /* every second slot is given back after the one behind it */
                :: popped % 2 == 1 -> turn[AT(next)] = LATER(next, SLOTS)
                :: else
                fi;
#else
                turn[AT(next)] = LATER(next, SLOTS);
#endif
#endif
                popped++;
                next = LATER(next, 1)
            };
#ifdef BROKEN_POP_OUT_OF_ORDER
            if
            :: popped % 2 == 0 -> turn[AT(LATER(next, INDEX - 2))] = LATER(next, INDEX - 2 + SLOTS)
            :: else
            fi;
#endif
            consumed = next
        od;
        consumer_done = true;
        false
    } unless { (kill_consumer || consumer_done) -> kill_consumer = false };
    if
    :: consumer_done -> break
    :: else -> next = 0
    fi
    od
}

/* kill -9, at any moment. */
proctype killer() {
end:
    do
    :: producer_kills > 0 && !producer_done && !kill_producer -> d_step { producer_kills--; kill_producer = true }
    :: consumer_kills > 0 && !consumer_done && !kill_consumer -> d_step { consumer_kills--; kill_consumer = true }
    :: producer_done && consumer_done -> break
    od
}

init {
    byte i;
    d_step {
        do
        :: i < SLOTS -> turn[i] = i; i++
        :: else -> break
        od;
        i = 0
    }
    atomic { run producer(); run consumer(); run killer() };
    (producer_done && consumer_done);
    assert(AHEAD(consumed, produced) == published - popped);  /* S4 */
    assert(published == MESSAGES && popped == MESSAGES)       /* S1 */
}

ltl all_delivered { <> (popped == MESSAGES) }   /* L1 */
