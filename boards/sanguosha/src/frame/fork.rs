//! Copies of what is being resolved, to try answers out on.

use std::rc::Rc;

use crate::event::{Data, Live, live};
use crate::request::Ask;
use crate::scripts::Call;

/// Copies of the data that frames share: what several of them look at, their copies look at
/// together, too.
#[derive(Debug, Default)]
pub struct Copies {
    made: Vec<(Live, Live)>,
}

impl Copies {
    /// The copy of data: one for all who hold it.
    pub fn live(&mut self, data: &Live) -> Live {
        if let Some((_, copy)) = self.made.iter().find(|(known, _)| Rc::ptr_eq(known, data)) {
            return Live::clone(copy);
        }
        let mut inner = data.borrow().clone();
        if let Data::Dying(dying) = &mut inner {
            dying.damage = dying.damage.take().map(|damage| self.live(&damage));
        }
        let copy = live(inner);
        self.made.push((Live::clone(data), Live::clone(&copy)));
        copy
    }

    /// The copy of a question.
    pub(crate) fn ask(&mut self, ask: &Ask) -> Ask {
        let mut ask = ask.clone();
        if let Ask::Invoke { data, .. } | Ask::Card { data, .. } = &mut ask {
            *data = self.live(data);
        }
        ask
    }

    /// The copy of a call.
    pub(super) fn call(&mut self, call: &Call) -> Call {
        let mut call = call.clone();
        if let Call::Trigger { data, .. } = &mut call {
            *data = self.live(data);
        }
        call
    }
}

/// How a frame that is plain data is copied; the field with the data it shares is named.
macro_rules! forks {
    () => {
        fn fork(&self, _: &mut $crate::frame::Copies) -> Box<dyn Frame> {
            Box::new(self.clone())
        }
    };
    ($data:tt) => {
        fn fork(&self, copies: &mut $crate::frame::Copies) -> Box<dyn Frame> {
            let mut fork = self.clone();
            fork.$data = copies.live(&self.$data);
            Box::new(fork)
        }

        fn live(&self) -> Option<&$crate::event::Live> {
            Some(&self.$data)
        }
    };
}
pub(crate) use forks;
