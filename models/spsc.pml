/*
 * One producer, one consumer: hotpath/queue/spsc.hpp and spsc_ring.hpp, step for step. Either end may be killed at any
 * step and a new one resumes, as between two processes.
 *
 * What must hold
 *   S1  The consumer sees every published message exactly as written, in order, none left out. One that was seen and
 *       not yet popped when the consumer died is seen again; no other is.
 *   S2  The producer never writes into a slot whose message is not popped (it would tear it under the consumer's eyes).
 *   S3  A producer resumes exactly behind the last published message, a consumer exactly at the first not popped,
 *       whenever the one before it died, and while the other end goes on.
 *   S4  The notes, and with them size_approximate(), are exact when both ends are at rest.
 *   S5  claim() returns as many slots as it saw free and fails only when the ring was full at some moment of the call.
 *   L1  Every message is delivered, when both ends go on (after at most KILLS kills).
 *
 * Bounds: SLOTS slots, MESSAGES messages in batches of 1..BATCH, messages of two words, an index that wraps at
 * 8 * SLOTS (the library's kSlotsMax rule, so the wrap is in the search), KILLS kills of each end.
 *
 * run: holds safety -- every message once, whole, in order; 2 slots, the index wraps
 * run: holds safety -DSLOTS=4 -DBATCH=4 -DMESSAGES=36 -- the same with batches over 4 slots
 * run: holds safety -DKILLS=2 -DMESSAGES=5 -- either end killed twice at any step: resumes exactly
 * run: holds safety -DSLOTS=4 -DBATCH=3 -DKILLS=1 -DMESSAGES=6 -- the same in the middle of batches over 4 slots
 * run: holds ltl:all_delivered -DMESSAGES=5 -DKILLS=1 -- every message arrives in the end
 * run: reached safety -DKILLS=1 -DMESSAGES=5 -DREACH_BEHIND -- a killed producer's note does lag behind its slots
 * run: reached safety -DSLOTS=4 -DBATCH=4 -DMESSAGES=9 -DREACH_PARTIAL -- a batch claim does get less than it asked for
 * run: assertion safety -DBROKEN_TURN_FIRST -- publishing the turn before the message
 * run: assertion safety -DBROKEN_POP_FIRST -- giving the slot back before the last look at the message
 * run: assertion safety -DBROKEN_NO_FREE_CHECK -- writing without looking whether the slot is free
 * run: assertion safety -DSLOTS=4 -DBATCH=4 -DBROKEN_LOOK_AT_FIRST -- taking the first free slot for the last of a batch
 * run: deadlock safety -DSLOTS=4 -DBATCH=4 -DMESSAGES=9 -DBROKEN_POP_OUT_OF_ORDER -- giving slots back out of order
 * run: assertion safety -DSLOTS=1 -DBATCH=1 -- a ring of one slot: published and free a lap later look the same
 * run: assertion safety -DKILLS=1 -DMESSAGES=5 -DBROKEN_TRUST_NOTE -- resuming at the note, without looking at the turns
 * run: assertion safety -DKILLS=1 -DMESSAGES=5 -DBROKEN_NOTE_FIRST -- writing the note before the slot it tells of
 * run: cycle ltl:all_delivered -DMESSAGES=5 -DBROKEN_LAP -- a turn of the wrong lap stops the ring for ever
 */
#ifndef SLOTS
#define SLOTS 2
#endif
#ifndef BATCH
#define BATCH 2
#endif
#ifndef MESSAGES
#define MESSAGES 20
#endif
#ifndef KILLS
#define KILLS 0
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
/* positions_from(position, turn) > 0 and > 1, signed */
#define BEYOND(position, by) (AHEAD(position, turn[AT(position)]) > (by) && AHEAD(position, turn[AT(position)]) < INDEX / 2)

/* SpscProducer::look_ahead: the farthest free slot, searched by halves. kLookAhead is more than the slots here. */
inline look_ahead(wanted) {
    beyond = SLOTS + 1;
    ahead = beyond - 1;
    do
    :: free + 1 < beyond && (wanted > 1 || free == 0) ->
        if
#ifdef BROKEN_LOOK_AT_FIRST
        :: IS_FREE(next) -> free = ahead
#else
        :: IS_FREE(LATER(next, ahead - 1)) -> free = ahead
#endif
        :: else -> beyond = ahead
        fi;
        ahead = free + (beyond - free) / 2
    :: else -> break
    od
}

/* SpscProducer: the constructor, then claim(n) and publish(n) until all is sent. free is known_free(). */
proctype producer() {
    byte next, free, beyond, ahead, wanted, batch, i;
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
        produced = next;
        free = 0;
        do
        :: published == MESSAGES -> break
        :: published < MESSAGES ->
            /* claim(wanted), any size */
            if
            :: wanted = 1
            :: BATCH > 1 && published + BATCH <= MESSAGES -> wanted = BATCH
            fi;
            d_step { full_before = (published - popped == SLOTS) }
#ifdef BROKEN_NO_FREE_CHECK
            free = SLOTS;
#else
            if
            :: free < wanted -> look_ahead(wanted)
            :: else
            fi;
#endif
            assert(free > 0 || full_before);                    /* S5 */
            batch = (free < wanted -> free : wanted);
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
            /* publish_slots(batch) */
#ifdef BROKEN_NOTE_FIRST
            produced = LATER(next, batch);
#endif
            i = 0;
            do
            :: i < batch ->
                d_step {
#ifdef BROKEN_LAP
                    turn[AT(next)] = (published == 2 -> LATER(next, SLOTS + 1) : LATER(next, 1));
#else
                    turn[AT(next)] = LATER(next, 1);
#endif
                    published++;
                    next = LATER(next, 1);
                    free--;
                    i++
                }
            :: else -> break
            od;
            produced = next
        od;
        producer_done = true;
        false
    } unless { (kill_producer || producer_done) -> kill_producer = false };
    if
    :: producer_done -> break
    :: else -> d_step { next = 0; free = 0; beyond = 0; ahead = 0; wanted = 0; batch = 0; i = 0; full_before = false }
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
        :: BEYOND(next, 1) -> next = LATER(next, 1)
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
