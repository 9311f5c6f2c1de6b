//! The return path of an answer of a shard.

use tokio::sync::oneshot;

/// Takes one answer, within the process or, in a worker process, over the socket to the parent.
///
/// A reply that is dropped unanswered tells the asker that no answer will come, for example because
/// the room has ended.
pub(crate) struct Reply<T>(Option<Sink<T>>);

type Sink<T> = Box<dyn FnOnce(Option<T>) + Send>;

impl<T> Reply<T> {
    /// Calls `sink` once: with the answer, or with `None` if there is none.
    pub(crate) fn to(sink: impl FnOnce(Option<T>) + Send + 'static) -> Self {
        Self(Some(Box::new(sink)))
    }

    /// Sends the answer. It is dropped if the asker has gone.
    pub(crate) fn send(mut self, answer: T) {
        if let Some(sink) = self.0.take() {
            sink(Some(answer));
        }
    }
}

impl<T: Send + 'static> From<oneshot::Sender<T>> for Reply<T> {
    fn from(sender: oneshot::Sender<T>) -> Self {
        Self::to(move |answer| {
            if let Some(answer) = answer {
                // The asker may have gone.
                let _ = sender.send(answer);
            }
        })
    }
}

impl<T> Drop for Reply<T> {
    fn drop(&mut self) {
        if let Some(sink) = self.0.take() {
            sink(None);
        }
    }
}

impl<T> std::fmt::Debug for Reply<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Reply").finish_non_exhaustive()
    }
}

/// Creates a reply and the receiver of its answer.
pub(crate) fn reply<T: Send + 'static>() -> (Reply<T>, oneshot::Receiver<T>) {
    let (sender, answer) = oneshot::channel();
    (sender.into(), answer)
}
