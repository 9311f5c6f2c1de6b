//! The mailbox of a shard's thread: two queues, and the wake-up that ends its wait for either.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, TryRecvError};

use super::task::{Command, Internal};
use crate::wakeup::WakeUp;

/// What [`Mailbox::wait`] returns.
#[derive(Debug)]
pub(super) enum Mail {
    Internal(Internal),
    Command(Command),
    /// The deadline has passed.
    Late,
    /// Both queues are empty, and the caller has other work.
    Nothing,
    /// All senders are gone.
    Closed,
}

/// Connects the mailbox of a shard in a worker process with the parent: fills its queues and sends
/// what it has to say.
pub(crate) trait Feed: Send {
    /// Sends pending output and moves pending input into the queues, without waiting.
    fn gather(&self);
    /// Waits for input, at most this long.
    fn wait(&self, time: Duration);
    /// Reports the shard's metrics.
    fn report(&self);
    /// Sends pending output for the last time.
    fn flush(&self);
}

/// The queues of a shard, on its thread.
pub(crate) struct Mailbox {
    pub(crate) commands: Receiver<Command>,
    pub(crate) internal: Receiver<Internal>,
    pub(crate) wake_up: WakeUp,
    /// Fills the queues in a worker process; elsewhere other threads send to them.
    pub(crate) feed: Option<Box<dyn Feed>>,
}

impl Mailbox {
    /// Makes the calling thread the reader.
    pub(super) fn bind_to_current_thread(&self) {
        self.wake_up.bind_to_current_thread();
    }

    /// Reports the shard's metrics to the parent process, if there is one.
    pub(super) fn report(&self) {
        if let Some(feed) = &self.feed {
            feed.report();
        }
    }

    /// Sends pending output for the last time.
    pub(crate) fn flush(&self) {
        if let Some(feed) = &self.feed {
            feed.flush();
        }
    }

    /// What waits, what is internal first; `None` when nothing does.
    pub(super) fn look(&self) -> Option<Mail> {
        match self.internal.try_recv() {
            Ok(message) => return Some(Mail::Internal(message)),
            Err(TryRecvError::Disconnected) => return Some(Mail::Closed),
            Err(TryRecvError::Empty) => {}
        }
        match self.commands.try_recv() {
            Ok(command) => Some(Mail::Command(command)),
            Err(TryRecvError::Disconnected) => Some(Mail::Closed),
            Err(TryRecvError::Empty) => None,
        }
    }

    /// What comes next, or that it is `deadline`, or, with `busy`, that nothing waits. A deadline
    /// that has passed goes before commands, so that a flood of them does not stop the clocks.
    pub(super) fn wait(&self, deadline: Instant, busy: bool) -> Mail {
        loop {
            if let Some(feed) = &self.feed {
                feed.gather();
            }
            if let Ok(message) = self.internal.try_recv() {
                return Mail::Internal(message);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left == Duration::ZERO {
                return Mail::Late;
            }
            if let Some(mail) = self.look() {
                return mail;
            }
            if busy {
                return Mail::Nothing;
            }
            match &self.feed {
                Some(feed) => feed.wait(left),
                None => std::thread::park_timeout(left),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crossbeam_channel::{TrySendError, bounded, unbounded};

    use super::*;
    use crate::session::RoomId;
    use crate::wakeup::WakingSender;

    fn boxes() -> (WakingSender<Command>, WakingSender<Internal>, Mailbox) {
        let wake_up = WakeUp::default();
        let (commands, command_queue) = bounded(2);
        let (internal, internal_queue) = unbounded();
        let senders =
            (WakingSender::new(commands, &wake_up), WakingSender::new(internal, &wake_up));
        let feed = None;
        (
            senders.0,
            senders.1,
            Mailbox { commands: command_queue, internal: internal_queue, wake_up, feed },
        )
    }

    fn command() -> Command {
        Command::Detach { room: RoomId::random().unwrap(), conn: super::super::ConnId(1) }
    }

    fn later(milliseconds: u64) -> Instant {
        Instant::now() + Duration::from_millis(milliseconds)
    }

    #[test]
    fn what_is_internal_comes_first_and_a_deadline_before_commands() {
        let (commands, internal, mailbox) = boxes();
        commands.send(command()).unwrap();
        internal.send(Internal::Stop).unwrap();
        assert!(matches!(mailbox.wait(Instant::now(), false), Mail::Internal(Internal::Stop)));
        assert!(matches!(mailbox.wait(Instant::now(), false), Mail::Late));
        assert!(matches!(mailbox.wait(later(60_000), false), Mail::Command(_)));
        assert!(mailbox.look().is_none());
        assert!(matches!(mailbox.wait(later(60_000), true), Mail::Nothing));
        assert!(matches!(mailbox.wait(later(5), false), Mail::Late));
    }

    #[test]
    fn a_full_queue_gives_back_and_a_closed_one_says_so() {
        let (commands, internal, mailbox) = boxes();
        commands.send(command()).unwrap();
        commands.send(command()).unwrap();
        assert!(matches!(commands.try_send(command()), Err(TrySendError::Full(_))));
        assert_eq!(commands.len(), 2);
        drop((commands, internal));
        assert!(matches!(mailbox.look(), Some(Mail::Closed)));
    }

    #[test]
    fn nothing_sent_is_slept_through() {
        let (commands, internal, mailbox) = boxes();
        let sender = std::thread::spawn(move || {
            for round in 0..2000 {
                commands.send(command()).unwrap();
                internal.send(Internal::Stop).unwrap();
                if round % 100 == 0 {
                    std::thread::sleep(Duration::from_micros(200));
                }
            }
            (commands, internal)
        });
        mailbox.bind_to_current_thread();
        // Were a ring lost, this would wait for the deadline and count it.
        let found = (0..4000).map(|_| mailbox.wait(later(20_000), false));
        let late = found.filter(|mail| matches!(mail, Mail::Late)).count();
        assert_eq!(late, 0);
        drop(sender.join().unwrap());
    }
}
