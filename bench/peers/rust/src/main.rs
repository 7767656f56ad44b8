//! iceoryx2 as a peer of `script/bench messaging`: reads lines `run TEST COUNT [PARAMETER...]`, answers each with one line of JSON, and
//! waits in between. `hotpath-rust-peers TEST COUNT` does the same once.
//!
//! Publisher and subscriber are threads with a node each, over the shared-memory service that processes use
//! (`ipc::Service`), zero copy on both ends. The buffer does not overflow: the publisher retries until it can deliver.
//! Tests of two processes (processes.rs) have a part for each: the benchmark asks two of these programs at the same time.

mod control;
mod processes;
mod sampling;

use iceoryx2::node::Node;
use iceoryx2::port::publisher::Publisher;
use iceoryx2::port::subscriber::Subscriber;
use iceoryx2::prelude::*;
use std::error::Error;
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const PRODUCER_CORE: usize = 0;
const CONSUMER_CORE: usize = 1;
const SLOTS: usize = 4096;
const SLOTS_ROUND_TRIP: usize = 1024;
const WARM_MESSAGES: u64 = 3 * 4096;
const WARM_UP_RUNS: u32 = 2;

/// Message k is five words {k, k + 1, ..., k + 4}; its answer is their sum.
#[derive(Debug, Clone, Copy, ZeroCopySend)]
#[repr(C)]
struct Message {
    words: [u64; 5],
}

impl Message {
    fn new(k: u64) -> Self {
        Message { words: [k, k + 1, k + 2, k + 3, k + 4] }
    }

    fn sum(&self) -> u64 {
        self.words.iter().fold(0, |sum, word| sum.wrapping_add(*word))
    }
}

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// One end of a channel: the node must outlive its port.
struct Sender {
    publisher: Publisher<ipc::Service, Message, ()>,
    _node: Node<ipc::Service>,
}

struct Receiver {
    subscriber: Subscriber<ipc::Service, Message, ()>,
    _node: Node<ipc::Service>,
}

fn pin(core: usize) {
    // SAFETY: a zeroed cpu_set_t is the empty set, and the calls only read it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, std::mem::size_of::<libc::cpu_set_t>(), &set);
    }
}

fn unpin() {
    // SAFETY: as in pin.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        (0..libc::CPU_SETSIZE as usize).for_each(|core| libc::CPU_SET(core, &mut set));
        libc::sched_setaffinity(0, std::mem::size_of::<libc::cpu_set_t>(), &set);
    }
}

/// Of a channel between two threads.
fn own_channel(channel: &str) -> String {
    format!("hotpath/peers/{}/{}", std::process::id(), channel)
}

fn sender(channel: &str, slots: usize) -> Outcome<Sender> {
    let node = NodeBuilder::new().create::<ipc::Service>()?;
    let service = node
        .service_builder(&channel.try_into()?)
        .publish_subscribe::<Message>()
        .subscriber_max_buffer_size(slots)
        .enable_safe_overflow(false)
        .history_size(0)
        .max_publishers(1)
        .max_subscribers(1)
        .open_or_create()?;
    let publisher = service
        .publisher_builder()
        .backpressure_strategy(BackpressureStrategy::RetryUntilDelivered)
        .create()?;
    Ok(Sender { publisher, _node: node })
}

fn receiver(channel: &str, slots: usize) -> Outcome<Receiver> {
    let node = NodeBuilder::new().create::<ipc::Service>()?;
    let service = node
        .service_builder(&channel.try_into()?)
        .publish_subscribe::<Message>()
        .subscriber_max_buffer_size(slots)
        .enable_safe_overflow(false)
        .history_size(0)
        .max_publishers(1)
        .max_subscribers(1)
        .open_or_create()?;
    let subscriber = service.subscriber_builder().buffer_size(slots).create()?;
    Ok(Receiver { subscriber, _node: node })
}

impl Sender {
    fn push(&self, k: u64) -> Outcome<()> {
        self.publisher.loan_uninit()?.write_payload(Message::new(k)).send()?;
        Ok(())
    }
}

impl Receiver {
    /// Spins until a message is there; `use_it` sees it in place.
    fn pop<T>(&self, use_it: impl Fn(&Message) -> T) -> Outcome<T> {
        loop {
            if let Some(sample) = self.subscriber.receive()? {
                return Ok(use_it(&sample));
            }
        }
    }
}

/// What one run gives, as one line of JSON; answers in hexadecimal.
struct Measured {
    answer: u64,
    items: u64,
    elapsed_ns: u128,
    samples_ns: Vec<u32>,
    metrics: Vec<(&'static str, &'static str, f64)>,
}

impl Measured {
    /// The part of the process that is not measured.
    fn of_far(answer: u64) -> Self {
        Measured { answer, items: 1, elapsed_ns: 0, samples_ns: Vec::new(), metrics: Vec::new() }
    }

    fn to_json(&self, test: &str) -> String {
        let samples: Vec<String> = self.samples_ns.iter().map(u32::to_string).collect();
        let metrics: Vec<String> =
            self.metrics.iter().map(|(name, unit, value)| format!("[\"{name}\",\"{unit}\",{value}]")).collect();
        format!(
            "{{\"test\":\"{}\",\"answer\":\"{:x}\",\"items\":{},\"elapsed_ns\":{},\"metrics\":[{}],\"samples_ns\":[{}]}}",
            test,
            self.answer,
            self.items,
            self.elapsed_ns,
            metrics.join(","),
            samples.join(",")
        )
    }
}

/// Both ends exist and are connected before anything is sent.
struct Ready(AtomicBool);

impl Ready {
    fn say(&self) {
        self.0.store(true, Ordering::Release);
    }

    fn wait(&self) {
        while !self.0.load(Ordering::Acquire) {
            std::hint::spin_loop();
        }
    }
}

fn throughput(count: u64) -> Outcome<Measured> {
    let ready = Ready(AtomicBool::new(false));
    let warm = WARM_MESSAGES.min(count / 2);
    std::thread::scope(|scope| {
        let consumer = scope.spawn(|| consume(&ready, count));
        pin(PRODUCER_CORE);
        let sender = sender(&own_channel("throughput"), SLOTS)?;
        ready.wait();
        (0..warm).try_for_each(|k| sender.push(k))?;
        let begin = Instant::now();
        (warm..count).try_for_each(|k| sender.push(k))?;
        let (answer, end) = consumer.join().map_err(|_| "the consumer panicked")??;
        let elapsed_ns = end.duration_since(begin).as_nanos();
        Ok(Measured { answer, items: count - warm, elapsed_ns, samples_ns: Vec::new(), metrics: Vec::new() })
    })
}

/// Takes all messages; the sum of their words, or u64::MAX when one came twice, late or not at all.
fn consume(ready: &Ready, count: u64) -> Outcome<(u64, Instant)> {
    pin(CONSUMER_CORE);
    let receiver = receiver(&own_channel("throughput"), SLOTS)?;
    ready.say();
    let mut sum = 0u64;
    let mut in_order = true;
    for k in 0..count {
        let (first, words) = receiver.pop(|message| (message.words[0], message.sum()))?;
        in_order &= first == k;
        sum = sum.wrapping_add(words);
    }
    Ok((if in_order { sum } else { u64::MAX }, Instant::now()))
}

fn round_trip(count: u64) -> Outcome<Measured> {
    let ready = Ready(AtomicBool::new(false));
    let warm = count / 10;
    std::thread::scope(|scope| {
        let echo = scope.spawn(|| echo(&ready, count));
        pin(PRODUCER_CORE);
        let ping = sender(&own_channel("ping"), SLOTS_ROUND_TRIP)?;
        let pong = receiver(&own_channel("pong"), SLOTS_ROUND_TRIP)?;
        ready.wait();
        let mut samples_ns = Vec::with_capacity((count - warm) as usize);
        let mut answer = 0u64;
        for k in 0..count {
            let begin = Instant::now();
            ping.push(k)?;
            answer = answer.wrapping_add(pong.pop(|message| message.words[0])?);
            let elapsed = begin.elapsed().as_nanos() as u32;
            if k >= warm {
                samples_ns.push(elapsed);
            }
        }
        echo.join().map_err(|_| "the echo panicked")??;
        Ok(Measured { answer, items: count - warm, elapsed_ns: 0, samples_ns, metrics: Vec::new() })
    })
}

fn echo(ready: &Ready, count: u64) -> Outcome<()> {
    pin(CONSUMER_CORE);
    let ping = receiver(&own_channel("ping"), SLOTS_ROUND_TRIP)?;
    let pong = sender(&own_channel("pong"), SLOTS_ROUND_TRIP)?;
    ready.say();
    for _ in 0..count {
        let k = ping.pop(|message| message.words[0])?;
        pong.push(k)?;
    }
    Ok(())
}

fn run(test: &str, count: u64, parameters: &[&str]) -> Outcome<Measured> {
    unpin();
    let measured = match (test, parameters) {
        ("spsc_iceoryx2", _) => throughput(count),
        ("round_trip_iceoryx2", _) => round_trip(count),
        ("shm_write_timer", _) => processes::timer(count),
        ("shm_burst_timer", _) => processes::timer_in_bursts(count),
        ("shm_write_iceoryx2", [channel]) => processes::write(count, channel),
        ("shm_read_iceoryx2", [channel]) => processes::read(count, channel),
        ("shm_backlog_iceoryx2", [channel]) => processes::backlog(count, channel),
        ("shm_burst_iceoryx2", [channel, pause]) => processes::burst(count, channel, pause),
        ("batch_iceoryx2", [channel]) => processes::batch(count, channel),
        ("batch_iceoryx2_slice", [channel]) => processes::batch_slice(count, channel),
        ("far_read_iceoryx2", [channel, stream]) => processes::far_read(count, channel, stream),
        ("far_read_slices_iceoryx2", [channel, _]) => processes::far_read_slices(count, channel),
        ("far_write_iceoryx2", [channel]) => processes::far_write(count, channel),
        ("far_write_groups_iceoryx2", [channel]) => processes::far_write_groups(count, channel),
        _ => Err("no test is called so, or it wants other parameters".into()),
    };
    unpin();
    measured
}

fn answer(line: &str, is_warm: &mut std::collections::HashSet<String>) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [command, test, count, parameters @ ..] = words.as_slice() else {
        return "{\"error\":\"expected: run TEST COUNT [PARAMETER...]\"}".into();
    };
    let Ok(count) = count.parse::<u64>() else {
        return "{\"error\":\"COUNT is a number\"}".into();
    };
    if *command != "run" {
        return "{\"error\":\"expected: run TEST COUNT [PARAMETER...]\"}".into();
    }
    let has_two_processes = !parameters.is_empty(); // both are warmed up by who asks
    if !has_two_processes && is_warm.insert(format!("{test} {count}")) {
        (0..WARM_UP_RUNS).for_each(|_| drop(run(test, count, parameters)));
    }
    match run(test, count, parameters) {
        Ok(measured) => measured.to_json(test),
        Err(problem) => format!("{{\"error\":\"{test}: {problem}\"}}"),
    }
}

fn main() {
    set_log_level(LogLevel::Error);
    let mut is_warm = std::collections::HashSet::new();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if !arguments.is_empty() {
        println!("{}", answer(&format!("run {}", arguments.join(" ")), &mut is_warm));
        return;
    }
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        println!("{}", answer(&line, &mut is_warm));
        std::io::stdout().flush().ok();
    }
}
