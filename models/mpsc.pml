/*
 * Many producers, one consumer: hotpath/queue/mpsc.hpp, slot.hpp and slot_consumer.hpp, step for step. A producer may
 * stop for ever between claim and publish, may give its claim up, and the consumer may be killed at any step; another
 * one resumes.
 *
 * What must hold
 *   S1  The consumer sees every published message whole, once, the messages of one producer in their order; a claim that
 *       was given up it never sees. A message that was seen and not popped when the consumer died is seen again.
 *   S2  No two producers ever have the same slot, and none writes into one whose message is not popped.
 *   S3  A claim is refused only when the ring was full at some moment of the call.
 *   S4  A consumer resumes exactly at the first position that it has not handed back.
 *   B1  What it is not: while a producer is stopped in a claim the consumer gets everything before that claim and
 *       nothing behind it, and the others go on until the ring is full (the queue as a whole is blocking). Shown by a run
 *       that must end stuck, and by one that must not when nobody stops.
 *   L1  When nobody stops for ever, every message arrives.
 *
 * Bounds: SLOTS slots, PRODUCERS producers of MESSAGES messages of two words in batches of 1..BATCH, an index that wraps
 * at 8 * SLOTS, two positions after the start (but comes not round to a position again: see mpsc.hpp), KILLS kills of the consumer.
 *
 * run: holds safety -- two producers: whole, in each one's order, nobody's slot twice
 * run: holds safety -DBATCH=2 -DMESSAGES=3 -- batches
 * run: holds safety -DGIVE_UP -DMESSAGES=2 -- claims given up
 * run: holds safety -DPRODUCERS=3 -DMESSAGES=1 -- three producers
 * run: holds safety -DKILLS=1 -DMESSAGES=2 -- the consumer killed at any step: resumes exactly
 * run: holds ltl:all_arrive -DMESSAGES=2 -- every message arrives when nobody stops
 * run: reached safety -DREACH_LOST_RACE -DMESSAGES=1 -- a compare-and-swap is lost
 * run: reached safety -DREACH_REFUSED -- a claim is refused
 * run: deadlock safety -DSTOPS -DMESSAGES=2 -- a producer stopped in its claim stops the consumer there (B1)
 * run: holds safety -DSTOPS -DEXPECT_STUCK -DMESSAGES=6 -- what is before the claim arrives, the others go on until the ring is full (B1)
 * run: assertion safety -DBROKEN_TAIL_BY_LOAD_STORE -- taking the tail by load and store
 * run: assertion safety -DBROKEN_TURN_FIRST -- publishing the turn before the message
 * run: assertion safety -DBROKEN_NO_FREE_CHECK -- claiming without looking whether the slot is free
 * run: assertion safety -DBROKEN_POP_FIRST -- giving the slot back before the last look at the message
 * run: refuted safety -DBROKEN_CONSUMER_SKIPS -- a consumer that passes over a claim that is not published
 * run: assertion safety -DBROKEN_GIVE_UP_AS_PUBLISH -DGIVE_UP -- publishing a claim that is given up
 * run: assertion safety -DSLOTS=2 -DGIVE_UP -DMESSAGES=3 -- a ring of two slots: given up and popped look the same
 * run: assertion safety -DKILLS=1 -DMESSAGES=2 -DBROKEN_TRUST_NOTE -- resuming at the note, without looking at the turns
 */
#ifndef SLOTS
#define SLOTS 4
#endif
#ifndef PRODUCERS
#define PRODUCERS 2
#endif
#ifndef MESSAGES
#define MESSAGES 3
#endif
#ifndef BATCH
#define BATCH 1
#endif
#ifndef KILLS
#define KILLS 0
#endif
#define INDEX (8 * SLOTS)
#define START (INDEX - 2)      /* soon before the wrap */
#define LATER(position, by) (((position) + (by)) % INDEX)
#define BEHIND(from, position) (((position) + INDEX - (from)) % INDEX)
#define AT(position) ((position) % SLOTS)

/* States of a slot for a position: Slots::state(). Negative: it still holds the message of the lap before. */
#define STATE(position) BEHIND(position, turn[AT(position)])
#define FREE 0
#define PUBLISHED 1
#define GIVEN_UP 2
#define IS_NEGATIVE(state) ((state) >= INDEX / 2)

byte turn[SLOTS];
byte first_word[SLOTS];
byte second_word[SLOTS];
byte tail;        /* MpscNotes */
byte consumed;

/* Ghosts. A message: 16 * (producer + 1) + its number; what is given up is GARBAGE. */
#define MESSAGE(producer, number) (16 * ((producer) + 1) + (number))
#define GARBAGE 255
byte owner[SLOTS];            /* 0: nobody's; else the producer that has claimed the slot, until it is handed back */
byte next_of[PRODUCERS];      /* the number of that producer's message that the consumer must see next */
byte handed_back;             /* positions */
byte received;                /* messages */
byte producers_done;
bool consumer_done;
short stopped_at = -1;        /* the position where a producer stands still for ever */
bool kill_consumer;
byte consumer_kills = KILLS;
#define IS_FULL (BEHIND(handed_back % INDEX, tail) == SLOTS)

/* Slots::free_from(position, wanted), the farthest first; `wanted` is 1 or 2 here. */
inline free_from() {
    if
    :: wanted == 2 ->
        if
        :: STATE(LATER(position, 1)) == FREE -> free = 2
        :: else -> free = 0
        fi
    :: else -> free = 0
    fi;
    if
    :: free == 0 ->
        if
        :: STATE(position) == FREE -> free = 1
        :: else
        fi
    :: else
    fi
}

/* MpscProducer::claim_slots: `claimed` slots from `position` on, 0 when refused. */
inline claim_slots() {
    position = tail;
    do
    :: true ->
#ifdef BROKEN_NO_FREE_CHECK
        free = wanted;
#else
        free_from();
#endif
        if
        :: free == 0 ->
            atomic { state = STATE(position); assert(!IS_NEGATIVE(state) || IS_FULL) };  /* S3 */
            if
            :: state == FREE || !IS_NEGATIVE(state) -> position = tail
            :: else -> claimed = 0; break
            fi
        :: else ->
#ifdef BROKEN_TAIL_BY_LOAD_STORE
            tail = LATER(position, free); claimed = free; break
#else
            atomic {
                if
                :: tail == position -> tail = LATER(position, free); claimed = free; break
                :: else ->
#ifdef REACH_LOST_RACE
                    assert(false);
#endif
                    position = tail
                fi
            }
#endif
        fi
    od;
    atomic { free = 0; state = 0 }
}

/* Where a run that is meant to end stuck may stand. */
#ifdef EXPECT_STUCK
#define STUCK_HERE(label) label:
#else
#define STUCK_HERE(label)
#endif

/* MpscProducer: pushes until all its messages are through; while the ring is full it waits for room. */
proctype producer(byte me) {
    byte position, free, state, claimed, wanted, number, i;
    bool gives_up, gave_up;
    do
    :: number == MESSAGES -> break
    :: else ->
        atomic {
            if
            :: wanted = 1
            :: BATCH > 1 && number + 1 < MESSAGES -> wanted = 2
            fi
        };
        claim_slots();
        if
        :: claimed == 0 ->
#ifdef REACH_REFUSED
            assert(false);
#endif
STUCK_HERE(end_full)
            (!IS_NEGATIVE(STATE(tail)))
        :: else ->
            atomic {
                i = 0;
                do
                :: i < claimed ->
                    assert(owner[AT(LATER(position, i))] == 0);       /* S2 */
                    owner[AT(LATER(position, i))] = me + 1;
                    i++
                :: else -> i = 0; break
                od
#ifdef GIVE_UP
                ;
                if
                :: !gave_up -> gives_up = true; gave_up = true
                :: true
                fi
#endif
            };
#ifdef STOPS
            if
            :: me == 0 ->
                stopped_at = position;
STUCK_HERE(end_stopped)
                false                                                 /* suspended for ever */
            :: else
            fi;
#endif
            do                                                        /* the messages */
            :: i < claimed ->
#ifdef BROKEN_TURN_FIRST
                turn[AT(LATER(position, i))] = LATER(position, i + PUBLISHED);
#endif
                first_word[AT(LATER(position, i))] = (gives_up -> GARBAGE : MESSAGE(me, number + i));
                second_word[AT(LATER(position, i))] = (gives_up -> GARBAGE : MESSAGE(me, number + i));
                i++
            :: else -> i = 0; break
            od;
            do                                                        /* settle(): publishes all or gives all up */
            :: i < claimed ->
#ifdef BROKEN_GIVE_UP_AS_PUBLISH
                atomic { turn[AT(LATER(position, i))] = LATER(position, i + PUBLISHED); i++ }
#elif defined(BROKEN_TURN_FIRST)
                i++
#else
                atomic { turn[AT(LATER(position, i))] = LATER(position, i + (gives_up -> GIVEN_UP : PUBLISHED)); i++ }
#endif
            :: else -> break
            od;
            number = number + (gives_up -> 0 : claimed)
        fi;
        atomic { position = 0; claimed = 0; i = 0; wanted = 0; gives_up = false }
    od;
    producers_done++
}

/* SlotConsumer::hand_back, with the ghosts in the same step. */
inline hand_back(messages) {
    atomic {
#ifndef BROKEN_POP_FIRST
        turn[AT(next)] = LATER(next, SLOTS);
#endif
        owner[AT(next)] = 0;
        handed_back++;
        next = LATER(next, 1);
        if
        :: messages == 1 -> next_of[from]++; received++
        :: else
        fi;
        from = 0
    };
    consumed = next
}

/* MpscConsumer (SlotConsumer): the constructor, then front(), two looks at the message in place, pop(). */
proctype consumer() {
    byte next, from;
    do
    :: {
        next = consumed;
#ifndef BROKEN_TRUST_NOTE
        do
        :: STATE(next) > GIVEN_UP && !IS_NEGATIVE(STATE(next)) -> next = LATER(next, 1)
        :: else -> break
        od;
#endif
        assert(next == handed_back % INDEX);                          /* S4 */
        consumed = next;
        do
        :: received == PRODUCERS * MESSAGES -> break
        :: received < PRODUCERS * MESSAGES ->
STUCK_HERE(end_empty)
            if                                                        /* front(); the guards stand for asking again */
            :: STATE(next) == GIVEN_UP -> hand_back(0)                /* skip_given_up() */
#ifdef BROKEN_CONSUMER_SKIPS
            :: STATE(next) == FREE && STATE(LATER(next, 1)) == PUBLISHED -> next = LATER(next, 1)
#endif
            :: STATE(next) == PUBLISHED ->
#ifdef BROKEN_POP_FIRST
                turn[AT(next)] = LATER(next, SLOTS);
#endif
                atomic {
                    assert(first_word[AT(next)] != GARBAGE && first_word[AT(next)] != 0);           /* S1 */
                    from = first_word[AT(next)] / 16 - 1;
                    assert(first_word[AT(next)] == MESSAGE(from, next_of[from]))                    /* S1 */
                };
                assert(second_word[AT(next)] == MESSAGE(from, next_of[from]));                      /* S1 */
                hand_back(1)                                          /* pop() */
            fi
        od;
        consumer_done = true;
        false
    } unless { (kill_consumer || consumer_done) -> kill_consumer = false };
    if
    :: consumer_done -> break
    :: else -> atomic { next = 0; from = 0 }
    fi
    od
}

#if KILLS > 0
proctype killer() {
end:
    do
    :: atomic { consumer_kills > 0 && !consumer_done && !kill_consumer -> consumer_kills--; kill_consumer = true }
    od
}
#endif

#ifdef EXPECT_STUCK
/* When nothing can move any more. */
proctype onlooker() {
end:
    timeout;
    assert(handed_back % INDEX == stopped_at);                        /* B1: all before, nothing behind */
    assert(IS_FULL || producers_done == PRODUCERS - 1)                /* B1: the others go on until it is full */
}
#endif

init {
    byte i;
    atomic {
        do                                                            /* format(), as if START positions had been used */
        :: i < SLOTS -> turn[AT(START + i)] = LATER(START, i); i++
        :: else -> i = 0; break
        od;
        tail = START;
        consumed = START;
        handed_back = START;
        do
        :: i < PRODUCERS -> run producer(i); i++
        :: else -> i = 0; break
        od;
        run consumer();
#if KILLS > 0
        run killer();
#endif
#ifdef EXPECT_STUCK
        run onlooker();
#endif
    }
}

ltl all_arrive { <> (received == PRODUCERS * MESSAGES) }              /* L1 */
