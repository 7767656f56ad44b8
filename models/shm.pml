/*
 * Channels in shared memory: making, opening, attaching, leaving, removing, and dying at any step of it
 * (hotpath/shm/segment.cpp, attachment.cpp, seats.cpp, place.cpp), step for step. What happens inside the ring when an
 * end dies is in spsc.pml and broadcast.pml; those assume one producer and one consumer at a time. That is proved here.
 *
 * What must hold
 *   S1  Whoever opens a channel by its name finds it complete: laid out and with its header.
 *   S2  At most one process sits on a seat, and nobody else is in the ring in its role: between the return of attach()
 *       and the farewell it is alone.
 *   S3  Who has attached is in the channel that has the name: not in one that was removed meanwhile (both ends would
 *       wait for each other in two different files).
 *   S4  The next one on a seat learns truthfully how the one before ended: a crash after attach() returned is never taken
 *       for a farewell, nor a farewell for a crash.
 *   S5  The epoch of a seat grows with every attach(), so that the other end notices every takeover.
 *   L1  A death holds nobody up: the kernel takes the locks of the dead, leftovers are cleared, and everybody who wants
 *       to gets in at last. (Nothing that dies leaves a guard that never opens: no invalid end state; and all finish.)
 *
 * The kernel: an open-file-description lock belongs to one opened file and goes with it; rename with RENAME_NOREPLACE and
 * unlink are one step. Bounds: WRITERS writers and READERS readers that each create or open the channel, attach, work,
 * leave once; REMOVERS removers; KILLS kills in all, each process begins anew; FILES files.
 *
 * run: holds safety -- two writers, one remover, one kill at any step
 * run: holds safety -DREADERS=1 -DWRITERS=1 -- writer, reader and remover, one kill at any step
 * run: holds safety -DKILLS=3 -DREMOVERS=0 -- two writers, three kills at any step
 * run: holds ltl:all_get_in -DREMOVERS=0 -- whoever wants to gets in, in spite of a kill
 * run: reached safety -DREACH_REFUSED -- a second writer is refused
 * run: reached safety -DREACH_AFTER_CRASH -- a writer comes after a crash
 * run: reached safety -DREACH_LEFTOVER -- an unfinished file of a dead creator is found
 * run: reached safety -DREACH_NAMELESS -- a seat is taken in a file that has lost its name
 * run: assertion safety -DBROKEN_NAME_FIRST -- naming the file before it is complete
 * run: assertion safety -DBROKEN_NO_NAME_CHECK -- attaching without asking whether the file still has its name
 * run: assertion safety -DBROKEN_NAME_CHECK_FIRST -- asking for the name before taking the seat
 * run: assertion safety -DBROKEN_REMOVE_IN_USE -- removing without taking every seat
 * run: assertion safety -DBROKEN_SEAT_BY_RECORD -DKILLS=0 -- taking the seat by looking whether its record is free
 * run: cycle ltl:all_get_in -DREMOVERS=0 -DBROKEN_SEAT_IN_MEMORY -- a seat that is a word in the file: the dead keep it
 * run: assertion safety -DBROKEN_FAREWELL_LATE -- saying farewell after the seat is given up
 * run: assertion safety -DBROKEN_NO_FOLDER_LOCK -- making channels without the folder's lock
 */
#ifndef WRITERS
#define WRITERS 2
#endif
#ifndef READERS
#define READERS 0
#endif
#ifndef REMOVERS
#define REMOVERS 1
#endif
#ifndef KILLS
#define KILLS 1
#endif
#define FILES 5
#define PROCESSES (WRITERS + READERS + REMOVERS)
#define NOBODY 0

/* The folder. Files are numbers from 1; 0: none. */
byte folder_lock;
byte named;                 /* the file that has the channel's name */
byte part;                  /* the file that has the name of an unfinished one */
byte files;                 /* made so far */

/* Of each file: how much of it is there, the kernel's locks and the seats' records. Seat 0 the writer's, 1 the reader's. */
#define SEAT(file, seat) ((file) * 2 + (seat))
bool is_laid_out[FILES + 1];
bool has_header[FILES + 1];
byte seat_lock[(FILES + 1) * 2];
byte holder_pid[(FILES + 1) * 2];
byte epoch[(FILES + 1) * 2];

/* Ghosts. */
byte inside[(FILES + 1) * 2];       /* who has attached and not left */
bool crashed[(FILES + 1) * 2];      /* the last one that attached died before its farewell */
byte epoch_seen[(FILES + 1) * 2];   /* of the last attach() that returned */
bool kill_process[PROCESSES + 1];
bool is_done[PROCESSES + 1];
byte kills_left = KILLS;
byte finished;

/* Segment::create with IfPresent::Resume. */
inline create() {
#ifndef BROKEN_NO_FOLDER_LOCK
    atomic { folder_lock == NOBODY -> folder_lock = me };             /* FolderLock::take */
#endif
    opened = named;                                                   /* is_there(path), settle() */
    if
    :: opened != 0 -> skip
    :: else ->
#ifdef REACH_LEFTOVER
        assert(part == 0);
#endif
        part = 0;                                                     /* UnfinishedFile::make */
        atomic { files < FILES -> files++; opened = files; part = opened };
#ifdef BROKEN_NAME_FIRST
        atomic { named = opened; part = 0 };
#endif
        is_laid_out[opened] = true;                                   /* build(): format, header */
        has_header[opened] = true;
#ifndef BROKEN_NAME_FIRST
        atomic {                                                      /* keep_as: renameat2(RENAME_NOREPLACE) */
            if
            :: named == 0 -> named = part; part = 0
            :: else -> part = 0
            fi
        }
#endif
    fi;
#ifndef BROKEN_NO_FOLDER_LOCK
    folder_lock = NOBODY;
#endif
    opened = 0
}

/* seats.cpp: try_take. The kernel's lock is one step. */
inline take_seat() {
#ifdef BROKEN_SEAT_BY_RECORD
    if
    :: holder_pid[SEAT(file, seat)] == 0 -> has_seat = true
    :: else
    fi
#else
    atomic {
        if
        :: seat_lock[SEAT(file, seat)] == NOBODY -> seat_lock[SEAT(file, seat)] = me; has_seat = true
        :: else
        fi
    }
#endif
}

/* Attachment::attach: open, seat, name, sit_down. has_seat at its end: attached. */
inline attach() {
    file = named;                                                     /* open_own_file */
    if
    :: file != 0 ->
        assert(is_laid_out[file] && has_header[file]);                /* S1 */
#ifdef BROKEN_NAME_CHECK_FIRST
        has_name = (named == file);
        take_seat();
#else
        take_seat();
        has_name = (named == file);
#endif
#ifdef REACH_NAMELESS
        assert(!has_seat || has_name);
#endif
        if
#ifndef BROKEN_NO_NAME_CHECK
        :: has_seat && !has_name -> atomic { seat_lock[SEAT(file, seat)] = NOBODY; has_seat = false }
#endif
        :: else ->
            if
            :: !has_seat ->
#ifdef REACH_REFUSED
                assert(false);
#endif
                skip
            :: else ->
                /* sit_down */
                atomic {
                    is_after_crash = (holder_pid[SEAT(file, seat)] != 0);
                    holder_pid[SEAT(file, seat)] = me
                };
                epoch[SEAT(file, seat)]++;
                atomic {                                              /* attach() returns */
#ifdef REACH_AFTER_CRASH
                    assert(!is_after_crash);
#endif
                    assert(inside[SEAT(file, seat)] == NOBODY);       /* S2 */
                    assert(named == file);                            /* S3 */
                    assert(!crashed[SEAT(file, seat)] || is_after_crash);               /* S4 */
                    assert(!is_after_crash || crashed[SEAT(file, seat)] || died_early[SEAT(file, seat)]);  /* S4 */
                    assert(epoch[SEAT(file, seat)] > epoch_seen[SEAT(file, seat)]);     /* S5 */
                    epoch_seen[SEAT(file, seat)] = epoch[SEAT(file, seat)];
                    inside[SEAT(file, seat)] = me;
                    crashed[SEAT(file, seat)] = false;
                    died_early[SEAT(file, seat)] = false
                }
            fi
        fi;
        atomic { has_name = false; is_after_crash = false }
    :: else
    fi
}

/* Attachment's destructor: the farewell, then the file is closed and its lock goes. */
inline leave() {
#ifdef BROKEN_FAREWELL_LATE
    atomic { inside[SEAT(file, seat)] = NOBODY };
    atomic { seat_lock[SEAT(file, seat)] = NOBODY };
    holder_pid[SEAT(file, seat)] = 0
#else
    atomic { inside[SEAT(file, seat)] = NOBODY; holder_pid[SEAT(file, seat)] = 0 };
    seat_lock[SEAT(file, seat)] = NOBODY
#endif
}

/* Who dies between sit_down's first store and the return of attach(): the next one may say either. */
bool died_early[(FILES + 1) * 2];

/* What the kernel does when a process dies. */
inline bury() {
    atomic {
        if
        :: folder_lock == me -> folder_lock = NOBODY
        :: else
        fi;
        i = 0;
        do
        :: i < (FILES + 1) * 2 ->
#ifndef BROKEN_SEAT_IN_MEMORY
            if
            :: seat_lock[i] == me -> seat_lock[i] = NOBODY
            :: else
            fi;
#endif
            if
            :: inside[i] == me -> inside[i] = NOBODY; crashed[i] = true
            :: else ->
                if
                :: holder_pid[i] == me -> died_early[i] = true
                :: else
                fi
            fi;
            i++
        :: else -> break
        od;
        i = 0; opened = 0; file = 0; has_seat = false; has_name = false; is_after_crash = false
    }
}

proctype end_of_channel(byte me; byte seat) {
    byte opened, file, i;
    bool has_seat, has_name, is_after_crash;
    do
    :: {
        do
        :: create();
           attach();
           if
           :: has_seat -> break
           :: else -> file = 0
           fi
        od;
        assert(inside[SEAT(file, seat)] == me);                       /* in the ring, S2 */
        assert(named == file && inside[SEAT(file, seat)] == me);      /* and still, S2, S3 */
        leave();
        is_done[me] = true;
        false
    } unless { (kill_process[me] || is_done[me]) -> kill_process[me] = false };
    if
    :: is_done[me] -> break
    :: else -> bury()
    fi
    od;
    atomic { finished++; opened = 0; file = 0; has_seat = false }
}

/* remove_unused, under the folder's lock. */
proctype remover(byte me) {
    byte opened, file, i;
    bool has_seat, has_name, is_after_crash;
    do
    :: {
        atomic { folder_lock == NOBODY -> folder_lock = me };
        file = named;
        if
        :: file != 0 ->
            atomic {                                                  /* try_take_all: one lock on all bytes */
                if
#ifdef BROKEN_REMOVE_IN_USE
                :: true -> has_seat = true
#else
                :: seat_lock[SEAT(file, 0)] == NOBODY && seat_lock[SEAT(file, 1)] == NOBODY ->
                    seat_lock[SEAT(file, 0)] = me;
                    seat_lock[SEAT(file, 1)] = me;
                    has_seat = true
                :: else
#endif
                fi
            };
            if
            :: has_seat ->
                named = 0;                                            /* unlink */
#ifndef BROKEN_REMOVE_IN_USE
                atomic { seat_lock[SEAT(file, 0)] = NOBODY; seat_lock[SEAT(file, 1)] = NOBODY }
#endif
            :: else
            fi
        :: else
        fi;
        folder_lock = NOBODY;
        is_done[me] = true;
        false
    } unless { (kill_process[me] || is_done[me]) -> kill_process[me] = false };
    if
    :: is_done[me] -> break
    :: else -> bury()
    fi
    od;
    atomic { finished++; opened = 0; file = 0; has_seat = false }
}

/* kill -9, at any moment. */
proctype killer() {
    byte victim;
end:
    do
    :: atomic { kills_left > 0 ->
            select(victim : 1 .. PROCESSES);
            if
            :: !is_done[victim] && !kill_process[victim] -> kill_process[victim] = true; kills_left--
            :: else
            fi;
            victim = 0
        }
    :: kills_left == 0 || finished == PROCESSES -> break
    od
}

init {
    byte i;
    atomic {
        do
        :: i < WRITERS -> i++; run end_of_channel(i, 0)
        :: else -> break
        od;
        do
        :: i < WRITERS + READERS -> i++; run end_of_channel(i, 1)
        :: else -> break
        od;
        do
        :: i < PROCESSES -> i++; run remover(i)
        :: else -> i = 0; break
        od;
        run killer()
    }
}

ltl all_get_in { <> (finished == PROCESSES) }                         /* L1 */
