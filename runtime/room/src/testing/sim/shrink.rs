//! Delta debugging (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input",
//! 2002): a failing list is shortened as long as it still fails.

/// The shortest failing list found with at most `trials` trials.
pub(super) fn shrink<T: Clone>(
    mut list: Vec<T>,
    trials: usize,
    fails: impl Fn(&[T]) -> bool,
) -> Vec<T> {
    let mut left = trials;
    let mut parts = 2;
    while list.len() > 1 && left > 0 {
        let size = list.len().div_ceil(parts);
        let mut start = 0;
        let mut shorter = false;
        while start < list.len() && left > 0 {
            let end = (start + size).min(list.len());
            let rest: Vec<T> = list[..start].iter().chain(&list[end..]).cloned().collect();
            left -= 1;
            if fails(&rest) {
                list = rest;
                shorter = true;
            } else {
                start = end;
            }
        }
        if size == 1 && !shorter {
            break;
        }
        parts = if shorter { parts.min(list.len()).max(2) } else { (2 * parts).min(list.len()) };
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_matters_is_all_that_stays() {
        let list: Vec<u32> = (0..200).collect();
        let fails = |list: &[u32]| [7, 90, 199].iter().all(|wanted| list.contains(wanted));
        assert_eq!(shrink(list, 1_000, fails), [7, 90, 199]);
    }

    #[test]
    fn it_ends_when_its_trials_are_used_up() {
        let list: Vec<u32> = (0..200).collect();
        let least = shrink(list.clone(), 3, |list| list.contains(&199));
        assert!(least.len() < list.len() && least.contains(&199));
        assert_eq!(shrink(list.clone(), 0, |_| true), list);
    }
}
