// itchy-reader FILE: a length-prefixed ITCH 5.0 file through itchy's parser.
//
// Says "listed LOCATE SYMBOL" for every directory message, "type T COUNT" for every type, and "messages COUNT" last. The
// first message that itchy refuses ends the run: its number and reason, exit code 1.

use itchy::{Body, MessageStream};
use std::collections::BTreeMap;
use std::process::exit;

fn main() {
    let file = std::env::args().nth(1).expect("usage: itchy-reader FILE");
    let stream = MessageStream::from_file(&file).unwrap_or_else(|error| {
        println!("refused file {error}");
        exit(1)
    });
    let mut types = BTreeMap::new();
    let mut messages = 0u64;
    for message in stream {
        messages += 1;
        match message {
            Ok(message) => {
                *types.entry(message.tag as char).or_insert(0u64) += 1;
                if let Body::StockDirectory(directory) = message.body {
                    println!("listed {} {}", message.stock_locate, directory.stock.trim_end());
                }
            }
            Err(error) => {
                println!("refused {messages} {error}");
                exit(1)
            }
        }
    }
    for (tag, count) in types {
        println!("type {tag} {count}");
    }
    println!("messages {messages}");
}
