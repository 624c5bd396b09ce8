//! Several ways to one answer, at once: the first definite answer counts, the others are cancelled and waited for.
//!
//! A task is any function that takes a cancel token and may come back without an answer, so what is raced may be two
//! backends, two encodings of one query, or two queries of which either settles a question. Their terms live in one shared
//! store.

use parking_lot::Mutex;

use crate::cancel::CancelToken;

/// One runner in a race. `None` means that it gave up, or was told to.
pub type RaceTask<'a, T> = Box<dyn FnOnce(&CancelToken) -> Option<T> + Send + 'a>;

/// Runs all tasks, the first one on the calling thread, and returns the first answer with the number of the task it came
/// from. When this returns, every task has ended. Cancelling `cancel` cancels them all.
pub fn race<'a, T: Send>(cancel: &CancelToken, tasks: Vec<RaceTask<'a, T>>) -> Option<(usize, T)> {
    let tokens: Vec<CancelToken> = tasks.iter().map(|_| cancel.child()).collect();
    let winner: Mutex<Option<(usize, T)>> = Mutex::new(None);
    let run = |number: usize, task: RaceTask<'a, T>| {
        let Some(answer) = task(&tokens[number]) else { return };
        let mut winner = winner.lock();
        if winner.is_none() {
            *winner = Some((number, answer));
            drop(winner);
            for (other, token) in tokens.iter().enumerate() {
                if other != number {
                    token.cancel();
                }
            }
        }
    };
    let mut tasks = tasks.into_iter().enumerate();
    let first = tasks.next();
    std::thread::scope(|scope| {
        for (number, task) in tasks {
            let run = &run;
            scope.spawn(move || run(number, task));
        }
        if let Some((number, task)) = first {
            run(number, task);
        }
    });
    winner.into_inner()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn waits<'a>(ended: &'a AtomicUsize) -> RaceTask<'a, u32> {
        Box::new(move |token| {
            while !token.is_cancelled() {
                std::thread::yield_now();
            }
            ended.fetch_add(1, Ordering::SeqCst);
            None
        })
    }

    #[test]
    fn the_answer_of_any_position_wins_and_the_others_have_ended() {
        for position in 0..3 {
            let ended = AtomicUsize::new(0);
            let mut tasks: Vec<RaceTask<'_, u32>> = vec![waits(&ended), waits(&ended)];
            tasks.insert(position, Box::new(|_| Some(7)));
            assert_eq!(race(&CancelToken::new(), tasks), Some((position, 7)));
            assert_eq!(ended.load(Ordering::SeqCst), 2);
        }
    }

    #[test]
    fn nobody_wins_when_all_give_up_or_all_are_cancelled() {
        let nothing: Vec<RaceTask<'_, u32>> = vec![Box::new(|_| None), Box::new(|_| None)];
        assert_eq!(race(&CancelToken::new(), nothing), None);
        let ended = AtomicUsize::new(0);
        let token = CancelToken::new();
        token.cancel();
        assert_eq!(race(&token, vec![waits(&ended), waits(&ended)]), None);
    }
}
