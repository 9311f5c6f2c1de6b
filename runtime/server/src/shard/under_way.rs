//! Questions that are under way, for all who want to know the same.

use std::fmt;
use std::hash::Hash;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use rustc_hash::FxHashMap;

use crate::metrics::lock;

type Answer<T> = Shared<BoxFuture<'static, T>>;
type Questions<Q, T> = Mutex<FxHashMap<Q, WeakShared<BoxFuture<'static, T>>>>;

/// Questions of type `Q`, each with the answer that those who ask it wait for.
pub(super) struct UnderWay<Q: Eq + Hash, T: Clone>(Arc<Questions<Q, T>>);

/// Takes a question off the list once it is answered or no asker waits any more.
struct Over<Q: Eq + Hash, T: Clone> {
    questions: Arc<Questions<Q, T>>,
    question: Q,
}

impl<Q, T> UnderWay<Q, T>
where
    Q: Clone + Eq + Hash + Send + 'static,
    T: Clone + Send + Sync + 'static,
{
    /// The answer to a question. It is only asked if it is not under way already, so it may be
    /// answered as of a moment shortly before this call.
    pub(super) async fn answer(
        &self,
        question: Q,
        ask: impl Future<Output = T> + Send + 'static,
    ) -> T {
        self.join(question, ask).await
    }

    fn join(&self, question: Q, ask: impl Future<Output = T> + Send + 'static) -> Answer<T> {
        let mut questions = lock(&self.0);
        if let Some(answer) = questions.get(&question).and_then(WeakShared::upgrade) {
            return answer;
        }
        let over = Over { questions: Arc::clone(&self.0), question: question.clone() };
        let asking = async move {
            let _over = over;
            ask.await
        };
        let answer = asking.boxed().shared();
        if let Some(weak) = answer.downgrade() {
            questions.insert(question, weak);
        }
        answer
    }
}

impl<Q: Eq + Hash, T: Clone> Default for UnderWay<Q, T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<Q: Eq + Hash, T: Clone> fmt::Debug for UnderWay<Q, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("UnderWay").field("count", &lock(&self.0).len()).finish()
    }
}

impl<Q: Eq + Hash, T: Clone> Drop for Over<Q, T> {
    fn drop(&mut self) {
        lock(&self.questions).remove(&self.question);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::Semaphore;

    use super::*;

    /// Asks a question, whose answer is the number of times any was asked. It waits for a permit.
    fn ask<'a>(
        under_way: &'a UnderWay<u8, u32>,
        question: u8,
        asked: &Arc<AtomicU32>,
        permits: &Arc<Semaphore>,
    ) -> impl Future<Output = u32> + use<'a> {
        let (asked, permits) = (Arc::clone(asked), Arc::clone(permits));
        under_way.answer(question, async move {
            let count = asked.fetch_add(1, Ordering::Relaxed) + 1;
            permits.acquire().await.unwrap().forget();
            count
        })
    }

    #[tokio::test]
    async fn those_who_ask_the_same_at_the_same_time_share_the_answer() {
        let under_way = UnderWay::default();
        let (asked, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
        let ask = |question| ask(&under_way, question, &asked, &permits);
        let (one, two, other) = tokio::join!(ask(1), ask(1), async {
            permits.add_permits(2);
            ask(2).await
        });
        assert_eq!((one, two, other), (1, 1, 2));
        permits.add_permits(1);
        assert_eq!(ask(1).await, 3, "what was answered is asked again");
        assert!(lock(&under_way.0).is_empty());
    }

    #[tokio::test]
    async fn a_question_lasts_as_long_as_it_is_waited_for() {
        let under_way = UnderWay::default();
        let (asked, permits) = (Arc::default(), Arc::new(Semaphore::new(0)));
        let ask = |question| ask(&under_way, question, &asked, &permits);
        let (mut first, mut second) = (Box::pin(ask(1)), Box::pin(ask(1)));
        assert!(first.as_mut().now_or_never().is_none());
        assert!(second.as_mut().now_or_never().is_none());
        drop(first);
        permits.add_permits(1);
        assert_eq!(second.await, 1);
        let mut gone = Box::pin(ask(1));
        assert!(gone.as_mut().now_or_never().is_none());
        drop(gone);
        assert!(lock(&under_way.0).is_empty());
    }
}
