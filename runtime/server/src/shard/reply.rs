//! Where the answer to a question put to a shard goes.

use tokio::sync::oneshot;

/// Takes one answer, on the asking thread or, from a worker process, over its pipe.
///
/// A reply that is dropped unanswered tells the asker that there will be no answer, as when the
/// room ends first.
pub(crate) struct Reply<T>(Option<Sink<T>>);

type Sink<T> = Box<dyn FnOnce(Option<T>) + Send>;

impl<T> Reply<T> {
    /// Calls `sink` once: with the answer, or with `None` if there is none.
    pub(crate) fn to(sink: impl FnOnce(Option<T>) + Send + 'static) -> Self {
        Self(Some(Box::new(sink)))
    }

    /// Gives the answer. The asker may have gone; then it is dropped.
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

/// A reply and where its answer arrives.
pub(crate) fn reply<T: Send + 'static>() -> (Reply<T>, oneshot::Receiver<T>) {
    let (sender, answer) = oneshot::channel();
    (sender.into(), answer)
}
