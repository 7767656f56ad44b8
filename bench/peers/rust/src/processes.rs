//! Tests c and d of iceoryx2, between two processes: what a call costs the one that is measured (near, on the last core), and
//! what the far one does meanwhile on the first. Each function is one process's part of one run; `channel` is the name under
//! which both meet.

use crate::control::{Control, Word};
use crate::sampling::{self, Pace, Path, Scale, INTERVAL, WARM_MESSAGES};
use crate::{pin, receiver, sender, Measured, Message, Outcome, Receiver, Sender, CONSUMER_CORE, PRODUCER_CORE};
use iceoryx2::port::update_connections::UpdateConnections;
use iceoryx2::prelude::*;
use std::time::Instant;

/// As many as ours has.
const SLOTS: usize = 1024;
const SLOTS_BATCHES: usize = 8192;
const GROUP_MESSAGES: u64 = 512;
const BATCH_MESSAGES: u64 = 1024;

#[derive(Clone, Copy)]
enum End {
    Near,
    Far,
}

/// How far the two ends are.
const THERE: u64 = 1;
const CONNECTED: u64 = 2;
const GONE: u64 = 3;

fn both(end: End, control: &Control, step: u64) {
    let (mine, theirs) = match end {
        End::Near => (Word::NearReady, Word::FarReady),
        End::Far => (Word::FarReady, Word::NearReady),
    };
    control.set(mine, step);
    control.wait_for(theirs, step);
}

/// Pins this end's thread, waits for the other end's port and connects to it: a sample sent while the other port is being made
/// may be lost.
fn meet(end: End, channel: &str, port: &impl UpdateConnections) -> Outcome<Control> {
    let control = Control::open(channel)?;
    pin(match end {
        End::Near => CONSUMER_CORE,
        End::Far => PRODUCER_CORE,
    });
    both(end, &control, THERE);
    port.update_connections()?;
    both(end, &control, CONNECTED);
    Ok(control)
}

/// Waits until the other end has ended its part, so that neither looks for a service that is going away.
fn part(end: End, control: &Control) {
    both(end, control, GONE);
}

impl Path for Sender {
    fn write(&mut self, k: u64) -> Outcome<()> {
        self.push(k)
    }

    /// A sample that is loaned, written and given back.
    fn look(&mut self) -> Outcome<()> {
        drop(self.publisher.loan_uninit()?.write_payload(Message::new(0)));
        Ok(())
    }
}

pub fn write(count: u64, channel: &str) -> Outcome<Measured> {
    let sender = sender(channel, SLOTS)?;
    let control = meet(End::Near, channel, &sender.publisher)?;
    let measured = sampling::singles(count, |k| sender.push(k))?;
    part(End::Near, &control);
    Ok(measured)
}

pub fn burst(bursts: u64, channel: &str, pause: &str) -> Outcome<Measured> {
    let mut sender = sender(channel, SLOTS)?;
    let control = meet(End::Near, channel, &sender.publisher)?;
    let measured = sampling::bursts(bursts, pause, &mut sender)?;
    part(End::Near, &control);
    Ok(measured)
}

pub fn timer(count: u64) -> Outcome<Measured> {
    pin(CONSUMER_CORE);
    sampling::singles(count, |_| Ok(()))
}

struct NoPath;

impl Path for NoPath {
    fn write(&mut self, _: u64) -> Outcome<()> {
        Ok(())
    }

    fn look(&mut self) -> Outcome<()> {
        Ok(())
    }
}

pub fn timer_in_bursts(bursts: u64) -> Outcome<Measured> {
    pin(CONSUMER_CORE);
    sampling::bursts(bursts, "asleep", &mut NoPath)
}

/// What was taken, in order; the sum is the answer.
#[derive(Default)]
struct Delivery {
    received: u64,
    sum: u64,
    out_of_order: bool,
}

impl Delivery {
    fn take(&mut self, message: &Message) {
        self.out_of_order |= message.words[0] != self.received;
        self.received += 1;
        self.sum = self.sum.wrapping_add(message.sum());
    }

    fn answer(&self) -> u64 {
        if self.out_of_order { u64::MAX } else { self.sum }
    }
}

fn pop(receiver: &Receiver, delivery: &mut Delivery) -> Outcome<bool> {
    let sample = receiver.subscriber.receive()?;
    if let Some(message) = &sample {
        delivery.take(message);
    }
    Ok(sample.is_some())
}

fn pop_all(receiver: &Receiver, delivery: &mut Delivery, count: u64) -> Outcome<()> {
    let last = delivery.received + count;
    while delivery.received < last {
        pop(receiver, delivery)?;
    }
    Ok(())
}

/// The ticks of the call that brought the message.
fn timed_pop(receiver: &Receiver, delivery: &mut Delivery) -> Outcome<u32> {
    loop {
        let first = sampling::begin();
        let sample = receiver.subscriber.receive()?;
        let ticks = sampling::end() - first;
        if let Some(message) = sample {
            delivery.take(&message);
            return Ok(ticks as u32);
        }
    }
}

pub fn read(count: u64, channel: &str) -> Outcome<Measured> {
    let receiver = receiver(channel, SLOTS)?;
    let control = meet(End::Near, channel, &receiver.subscriber)?;
    let scale = Scale::start();
    let mut delivery = Delivery::default();
    let mut samples = vec![0u32; count as usize];
    pop_all(&receiver, &mut delivery, WARM_MESSAGES)?;
    for sample in samples.iter_mut() {
        *sample = timed_pop(&receiver, &mut delivery)?;
    }
    sampling::to_ns(&scale, &mut samples);
    part(End::Near, &control);
    Ok(sampling::measured(delivery.answer(), samples, Vec::new()))
}

fn ask(control: &Control, group: &mut u64) {
    *group += 1;
    control.set(Word::Asked, *group);
    control.wait_for(Word::Done, *group);
}

/// Reads 512 that are there already: half of the groups one by one, the other half timed as a whole.
pub fn backlog(count: u64, channel: &str) -> Outcome<Measured> {
    let receiver = receiver(channel, SLOTS)?;
    let control = meet(End::Near, channel, &receiver.subscriber)?;
    let scale = Scale::start();
    let mut delivery = Delivery::default();
    let mut singles = vec![0u32; (count / GROUP_MESSAGES * GROUP_MESSAGES) as usize];
    let mut wholes = vec![0u32; (count / GROUP_MESSAGES) as usize];
    let mut group = 0;
    for _ in 0..WARM_MESSAGES / GROUP_MESSAGES {
        ask(&control, &mut group);
        pop_all(&receiver, &mut delivery, GROUP_MESSAGES)?;
    }
    for (singles, whole) in singles.chunks_mut(GROUP_MESSAGES as usize).zip(wholes.iter_mut()) {
        ask(&control, &mut group);
        for sample in singles.iter_mut() {
            *sample = timed_pop(&receiver, &mut delivery)?;
        }
        ask(&control, &mut group);
        *whole = sampling::timed(|| pop_all(&receiver, &mut delivery, GROUP_MESSAGES))?;
    }
    sampling::to_ns(&scale, &mut singles);
    sampling::to_ns(&scale, &mut wholes);
    part(End::Near, &control);
    let of_each = |percent| sampling::percentile(&wholes, percent) / GROUP_MESSAGES as f64;
    let metrics = vec![("mean of 512 p50", "ns", of_each(50)), ("mean of 512 p99", "ns", of_each(99))];
    Ok(sampling::measured(delivery.answer(), singles, metrics))
}

/// Reads so many messages and says after each whole batch how many batches there were.
pub fn far_read(count: u64, channel: &str, stream: &str) -> Outcome<Measured> {
    let receiver = receiver(channel, if stream == "batches" { SLOTS_BATCHES } else { SLOTS })?;
    let control = meet(End::Far, channel, &receiver.subscriber)?;
    let mut delivery = Delivery::default();
    while delivery.received < count {
        if pop(&receiver, &mut delivery)? && delivery.received % BATCH_MESSAGES == 0 {
            control.set(Word::Done, delivery.received / BATCH_MESSAGES);
        }
    }
    part(End::Far, &control);
    Ok(Measured::of_far(delivery.answer()))
}

/// One message every 500 ns.
pub fn far_write(count: u64, channel: &str) -> Outcome<Measured> {
    let sender = sender(channel, SLOTS)?;
    let control = meet(End::Far, channel, &sender.publisher)?;
    let mut pace = Pace::new(INTERVAL);
    for k in 0..count {
        pace.wait();
        sender.push(k)?;
    }
    part(End::Far, &control);
    Ok(Measured::of_far(0))
}

/// Groups of 512, each when it is asked for.
pub fn far_write_groups(groups: u64, channel: &str) -> Outcome<Measured> {
    let sender = sender(channel, SLOTS)?;
    let control = meet(End::Far, channel, &sender.publisher)?;
    for group in 0..groups {
        control.wait_for(Word::Asked, group + 1);
        (group * GROUP_MESSAGES..(group + 1) * GROUP_MESSAGES).try_for_each(|k| sender.push(k))?;
        control.set(Word::Done, group + 1);
    }
    part(End::Far, &control);
    Ok(Measured::of_far(0))
}

/// Batches of 1,024, the writing alone.
fn batches(count: u64, control: &Control, mut write: impl FnMut(&[Message]) -> Outcome<()>) -> Outcome<Measured> {
    let mut batch = vec![Message::new(0); BATCH_MESSAGES as usize];
    let mut writing = std::time::Duration::ZERO;
    let first = Instant::now();
    for i in 0..count {
        batch.iter_mut().zip(i * BATCH_MESSAGES..).for_each(|(message, k)| *message = Message::new(k));
        let begin = Instant::now();
        write(&batch)?;
        writing += begin.elapsed();
        control.wait_for(Word::Done, i + 1);
    }
    let messages = count * BATCH_MESSAGES;
    let through = first.elapsed().as_nanos() as f64 / messages as f64;
    Ok(Measured {
        answer: 0,
        items: messages,
        elapsed_ns: writing.as_nanos(),
        samples_ns: Vec::new(),
        metrics: vec![("through", "ns/message", through)],
    })
}

/// Each message a sample of its own: iceoryx2 has no call for several.
pub fn batch(count: u64, channel: &str) -> Outcome<Measured> {
    let sender = sender(channel, SLOTS_BATCHES)?;
    let control = meet(End::Near, channel, &sender.publisher)?;
    let measured = batches(count, &control, |batch| {
        batch.iter().try_for_each(|message| {
            sender.publisher.loan_uninit()?.write_payload(*message).send()?;
            Ok(())
        })
    })?;
    part(End::Near, &control);
    Ok(measured)
}

const SLICES: usize = 8;

/// The batch as one sample, a slice of messages.
pub fn batch_slice(count: u64, channel: &str) -> Outcome<Measured> {
    let node = NodeBuilder::new().create::<ipc::Service>()?;
    let service = node
        .service_builder(&channel.try_into()?)
        .publish_subscribe::<[Message]>()
        .subscriber_max_buffer_size(SLICES)
        .enable_safe_overflow(false)
        .history_size(0)
        .max_publishers(1)
        .max_subscribers(1)
        .open_or_create()?;
    let publisher = service
        .publisher_builder()
        .initial_max_slice_len(BATCH_MESSAGES as usize)
        .backpressure_strategy(BackpressureStrategy::RetryUntilDelivered)
        .create()?;
    let control = meet(End::Near, channel, &publisher)?;
    let measured = batches(count, &control, |batch| {
        publisher.loan_slice_uninit(batch.len())?.write_from_slice(batch).send()?;
        Ok(())
    })?;
    part(End::Near, &control);
    Ok(measured)
}

pub fn far_read_slices(count: u64, channel: &str) -> Outcome<Measured> {
    let node = NodeBuilder::new().create::<ipc::Service>()?;
    let service = node
        .service_builder(&channel.try_into()?)
        .publish_subscribe::<[Message]>()
        .subscriber_max_buffer_size(SLICES)
        .enable_safe_overflow(false)
        .history_size(0)
        .max_publishers(1)
        .max_subscribers(1)
        .open_or_create()?;
    let subscriber = service.subscriber_builder().buffer_size(SLICES).create()?;
    let control = meet(End::Far, channel, &subscriber)?;
    let mut delivery = Delivery::default();
    while delivery.received < count {
        if let Some(slice) = subscriber.receive()? {
            slice.iter().for_each(|message| delivery.take(message));
            control.set(Word::Done, delivery.received / BATCH_MESSAGES);
        }
    }
    part(End::Far, &control);
    Ok(Measured::of_far(delivery.answer()))
}
