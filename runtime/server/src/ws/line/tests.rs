use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::Wake;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::protocol::Role;

use super::*;
use crate::shard::{Batch, queue};

fn frame(text: &str) -> Frame {
    Frame::Text(text.into())
}

/// A socket that takes a limited number of messages until the test makes room.
#[derive(Default)]
struct Narrow {
    room: usize,
    taken: VecDeque<Message>,
    broken: bool,
    writer: Option<Waker>,
}

impl Stream for Narrow {
    type Item = Result<Message, Error>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Pending
    }
}

impl Sink<Message> for Narrow {
    type Error = Error;

    fn poll_ready(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        self.poll_flush(context)
    }

    fn start_send(mut self: Pin<&mut Self>, message: Message) -> Result<(), Error> {
        if self.broken {
            return Err(Error::AlreadyClosed);
        }
        self.taken.push_back(message);
        Ok(())
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<(), Error>> {
        if self.taken.len() <= self.room {
            return Poll::Ready(Ok(()));
        }
        self.writer = Some(context.waker().clone());
        Poll::Pending
    }

    fn poll_close(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Result<(), Error>> {
        Poll::Ready(Ok(()))
    }
}

/// Counts how often the task was woken.
#[derive(Default)]
struct Woken(AtomicUsize);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The room's and the task's handles of a socket, and the socket as the test sees it.
fn narrow(room: usize) -> (Arc<Shared<Narrow>>, Line) {
    let held = Held { task: Waker::noop().clone(), socket: Narrow { room, ..Narrow::default() } };
    let shared = Arc::new(Shared(Mutex::new(held)));
    let for_room: Weak<dyn shard::Line> = Arc::downgrade(&shared) as _;
    (Arc::clone(&shared), Line { socket: shared, for_room })
}

#[test]
fn a_room_that_finds_the_socket_full_leaves_the_tasks_waker_there() {
    let (shared, mut line) = narrow(0);
    let woken = Arc::new(Woken::default());
    let waker = Waker::from(Arc::clone(&woken));
    let mut writing = line.send(Message::text("of the task"));
    assert!(writing.poll_unpin(&mut Context::from_waker(&waker)).is_pending());

    let Written::Without(left) = shard::Line::write_now(&*shared, vec![frame("of the room")])
    else {
        panic!("there was no room for it");
    };
    assert_eq!(left, [frame("of the room")]);

    let mut held = shared.0.lock().unwrap();
    held.socket.room = 1;
    held.socket.writer.take().expect("somebody waits").wake();
    drop(held);
    assert_eq!(woken.0.load(Ordering::Relaxed), 1);
    assert!(writing.poll_unpin(&mut Context::from_waker(&waker)).is_ready());
}

#[test]
fn what_the_socket_took_but_not_yet_sent_is_left_to_the_task() {
    let (shared, line) = narrow(1);
    let (outbox, mut inbox) = queue(10, 1000);
    let outbox = outbox.with_line(line.for_room());
    outbox.push_promptly(vec![frame("a")]).unwrap();
    assert_eq!(outbox.bytes_waiting(), 0);
    assert!(inbox.next().now_or_never().is_none(), "the task has nothing to do");

    outbox.push_promptly(vec![frame("b"), frame("c")]).unwrap();
    let waits = outbox.bytes_waiting();
    assert!(waits > 0);
    // Nothing overtakes the queued frames.
    outbox.push_promptly(vec![frame("d")]).unwrap();
    shared.0.lock().unwrap().socket.room = 10;
    outbox.push_promptly(vec![frame("e")]).unwrap();
    let taken = |shared: &Shared<Narrow>| -> Vec<String> {
        let held = shared.0.lock().unwrap();
        held.socket.taken.iter().map(ToString::to_string).collect()
    };
    assert_eq!(taken(&shared), ["a", "b", "c"]);

    let mut queued = Vec::new();
    while let Some(Some(Batch::Frames(frames, bytes))) = inbox.next().now_or_never() {
        queued.push(frames);
        inbox.written(bytes);
    }
    assert_eq!(queued, [vec![], vec![frame("d")], vec![frame("e")]]);
    assert_eq!(outbox.bytes_waiting(), 0);
    outbox.push_promptly(vec![frame("f")]).unwrap();
    assert_eq!(taken(&shared).last().map(String::as_str), Some("f"));
}

#[test]
fn frames_go_through_the_queue_when_the_line_is_busy_broken_or_gone_or_they_are_long() {
    let (shared, line) = narrow(10);
    let (outbox, mut inbox) = queue(10, 1 << 20);
    let outbox = outbox.with_line(line.for_room());
    let mut queued = |frames: Vec<Frame>| {
        outbox.push_promptly(frames.clone()).unwrap();
        let Some(Some(Batch::Frames(waiting, bytes))) = inbox.next().now_or_never() else {
            panic!("they were written");
        };
        assert_eq!(waiting, frames);
        inbox.written(bytes);
    };
    let busy = shared.0.lock().unwrap();
    queued(vec![frame("busy")]);
    drop(busy);
    shared.0.lock().unwrap().socket.broken = true;
    queued(vec![frame("broken"), frame("twice")]);
    shared.0.lock().unwrap().socket.broken = false;
    queued(vec![frame(&"long".repeat(10_000))]);
    assert!(shared.0.lock().unwrap().socket.taken.is_empty());
    drop((line, shared));
    queued(vec![frame("gone")]);
}

/// A client that reads irregularly receives everything once and in order, whichever side wrote it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_rooms_and_tasks_write_arrives_in_order() {
    const FRAMES: usize = 3000;
    let (here, there) = tokio::io::duplex(4096);
    let server = WebSocketStream::from_raw_socket(here, Role::Server, None).await;
    let mut client = WebSocketStream::from_raw_socket(there, Role::Client, None).await;
    let mut line = Line::new(server);
    let (outbox, mut inbox) = queue(FRAMES, usize::MAX);
    let outbox = outbox.with_line(line.for_room());

    let task = tokio::spawn(async move {
        let mut batches = 0;
        loop {
            tokio::select! {
                batch = inbox.next() => {
                    let Some(Batch::Frames(frames, bytes)) = batch else { return batches };
                    batches += 1;
                    for frame in frames {
                        line.feed(frame.into()).await.unwrap();
                    }
                    line.flush().await.unwrap();
                    inbox.written(bytes);
                }
                Some(Ok(_)) = line.next() => {}
            }
        }
    });
    let room = std::thread::spawn(move || {
        for number in 0..FRAMES {
            // Most are short; some are longer than the limit for direct writes.
            let text = format!("{number} {}", "x".repeat(number * number % 1009 * 7));
            outbox.push_promptly(vec![frame(&text)]).unwrap();
            if number % 7 == 0 {
                std::thread::yield_now();
            }
            // Once nothing is queued, the next message is written directly.
            while number % 100 == 0 && outbox.bytes_waiting() > 0 {
                std::thread::sleep(Duration::from_micros(100));
            }
        }
        while outbox.bytes_waiting() > 0 {
            std::thread::yield_now();
        }
    });
    for number in 0..FRAMES {
        let message = client.next().await.unwrap().unwrap().to_string();
        let (heard, rest) = message.split_once(' ').unwrap();
        assert_eq!(heard, number.to_string());
        assert_eq!(rest.len(), number * number % 1009 * 7);
        if number % 50 == 0 {
            client.send(Message::text("an answer")).await.unwrap();
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    }
    room.join().unwrap();
    let batches = task.await.unwrap();
    assert!(0 < batches && batches < FRAMES, "{batches} of {FRAMES} went through the queue");
}
