//! hotpath/queue/slot.hpp under spsc.hpp and mpsc.hpp: messages in plain memory, turns beside them. A ring of two slots
//! (no producer gives up here) and three messages, so that one slot is used again.

use hotpath_loom::{holds, refuted, Plain};
use loom::sync::atomic::{AtomicUsize, Ordering, Ordering::*};
use loom::sync::Arc;
use loom::thread;

const SLOTS: usize = 2;
const MESSAGES: usize = 3;

#[derive(Clone, Copy)]
struct Orders {
    publish: Ordering,   // Slots::move_on(kPublished), the producer's
    front: Ordering,     // Slots::state, the consumer's
    hand_back: Ordering, // Slots::move_on(popped()), the consumer's
    free: Ordering,      // Slots::state, the producer's
    is_claim_one_step: bool, // MpscProducer::claim_slots: compare-and-swap of the tail, relaxed
}

const LIBRARY: Orders = Orders {
    publish: Release,
    front: Acquire,
    hand_back: Release,
    free: Acquire,
    is_claim_one_step: true,
};

struct Ring {
    tail: AtomicUsize,
    turns: [AtomicUsize; SLOTS],
    messages: [Plain; SLOTS],
    orders: Orders,
}

impl Ring {
    fn new(orders: Orders) -> Arc<Ring> {
        Arc::new(Ring {
            tail: AtomicUsize::new(0),
            turns: [AtomicUsize::new(0), AtomicUsize::new(1)],
            messages: Default::default(),
            orders,
        })
    }
    fn is_free(&self, position: usize) -> bool {
        self.turns[position % SLOTS].load(self.orders.free) == position
    }
    fn publish(&self, position: usize, message: usize) {
        self.messages[position % SLOTS].set(message);
        self.turns[position % SLOTS].store(position + 1, self.orders.publish);
    }
    /// SlotConsumer: the message of that position, whose slot it hands back; nothing when it is not there.
    fn try_pop(&self, position: usize) -> Option<usize> {
        if self.turns[position % SLOTS].load(self.orders.front) != position + 1 {
            return None;
        }
        let message = self.messages[position % SLOTS].get();
        self.turns[position % SLOTS].store(position + SLOTS, self.orders.hand_back);
        Some(message)
    }
    /// What is there, in order, `messages` at most.
    fn poll(&self, messages: usize) -> Vec<usize> {
        (0..messages).map_while(|position| self.try_pop(position)).collect()
    }
}

/// SpscProducer: one at a time.
fn spsc(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Ring::new(orders);
        let consumer = {
            let ring = ring.clone();
            thread::spawn(move || {
                let seen = ring.poll(MESSAGES);
                assert!(seen == [10, 11, 12][..seen.len()], "must: in order, each once");
            })
        };
        for position in 0..MESSAGES {
            if !ring.is_free(position) {
                break;
            }
            ring.publish(position, 10 + position);
        }
        consumer.join().unwrap();
    }
}

/// SpscProducer::claim(2) when both slots were used: only the farther slot's turn is asked (Slots::free_from).
fn spsc_batch(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Ring::new(orders);
        ring.publish(0, 10);
        ring.publish(1, 11);
        let producer = {
            let ring = ring.clone();
            thread::spawn(move || {
                if ring.is_free(3) {
                    ring.publish(2, 12);
                    ring.publish(3, 13);
                }
            })
        };
        let seen = ring.poll(2 * SLOTS);
        assert!(seen == [10, 11, 12, 13][..seen.len()], "must: in order, each once");
        producer.join().unwrap();
    }
}

/// MpscProducer::claim_slots, for one slot: the position; nothing when it is not free.
fn claim(ring: &Ring) -> Option<usize> {
    let mut position = ring.tail.load(Relaxed);
    while ring.is_free(position) {
        if !ring.orders.is_claim_one_step {
            ring.tail.store(position + 1, Relaxed);
            return Some(position);
        }
        match ring.tail.compare_exchange_weak(position, position + 1, Relaxed, Relaxed) {
            Ok(_) => return Some(position),
            Err(now) => position = now,
        }
    }
    None
}

/// Two producers with a message each, behind one that was published before; the consumer makes room for the last.
fn mpsc(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Ring::new(orders);
        ring.tail.store(1, Relaxed);
        ring.publish(0, 10);
        let push = |ring: &Ring, message: usize| {
            if let Some(position) = claim(ring) {
                ring.publish(position, message);
            }
        };
        let other = {
            let ring = ring.clone();
            thread::spawn(move || push(&ring, 20))
        };
        let consumer = {
            let ring = ring.clone();
            thread::spawn(move || {
                let mut seen = ring.poll(MESSAGES);
                assert!(seen.first() == Some(&10), "must: in order");
                seen.sort();
                seen.dedup();
                assert!(seen.iter().all(|message| [10, 11, 20].contains(message)), "must: a message");
                assert!(ring.turns[0].load(Relaxed) >= SLOTS, "must: handed back");
            })
        };
        push(&ring, 11);
        other.join().unwrap();
        consumer.join().unwrap();
    }
}

/// Two producers that claim at the same time.
fn claims(orders: Orders) -> impl Fn() + Sync + Send + 'static {
    move || {
        let ring = Ring::new(orders);
        let other = {
            let ring = ring.clone();
            thread::spawn(move || claim(&ring))
        };
        let mine = claim(&ring);
        let other = other.join().unwrap();
        assert!(mine.is_some() && other.is_some() && mine != other, "must: a position is one producer's");
    }
}

#[test]
fn spsc_holds() {
    holds(spsc(LIBRARY));
}
#[test]
fn spsc_relaxed_publish_is_refuted() {
    refuted(spsc(Orders { publish: Relaxed, ..LIBRARY }));
}
#[test]
fn spsc_relaxed_front_is_refuted() {
    refuted(spsc(Orders { front: Relaxed, ..LIBRARY }));
}
#[test]
fn spsc_relaxed_hand_back_is_refuted() {
    refuted(spsc(Orders { hand_back: Relaxed, ..LIBRARY }));
}
#[test]
fn spsc_relaxed_look_for_a_free_slot_is_refuted() {
    refuted(spsc(Orders { free: Relaxed, ..LIBRARY }));
}

#[test]
fn spsc_batches_hold() {
    holds(spsc_batch(LIBRARY));
}
#[test]
fn spsc_batches_relaxed_hand_back_is_refuted() {
    refuted(spsc_batch(Orders { hand_back: Relaxed, ..LIBRARY }));
}
#[test]
fn spsc_batches_relaxed_look_for_a_free_slot_is_refuted() {
    refuted(spsc_batch(Orders { free: Relaxed, ..LIBRARY }));
}

#[test]
fn mpsc_holds_with_a_relaxed_tail() {
    holds(mpsc(LIBRARY));
    holds(claims(LIBRARY));
}
#[test]
fn mpsc_relaxed_publish_is_refuted() {
    refuted(mpsc(Orders { publish: Relaxed, ..LIBRARY }));
}
#[test]
fn mpsc_relaxed_front_is_refuted() {
    refuted(mpsc(Orders { front: Relaxed, ..LIBRARY }));
}
#[test]
fn mpsc_relaxed_hand_back_is_refuted() {
    refuted(mpsc(Orders { hand_back: Relaxed, ..LIBRARY }));
}
#[test]
fn mpsc_relaxed_look_for_a_free_slot_is_refuted() {
    refuted(mpsc(Orders { free: Relaxed, ..LIBRARY }));
}
#[test]
fn mpsc_claims_by_load_and_store_are_refuted() {
    refuted(claims(Orders { is_claim_one_step: false, ..LIBRARY }));
}
