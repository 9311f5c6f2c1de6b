//! Renders log lines, questions, pending settlements and refusals as text in both languages.

use fangqi_sanguosha::basics::number_text;
use fangqi_sanguosha::{
    About, Ask, Card, CardId, LogLine, PlayerId, Refusal, Request, State, notation,
};

use super::{AnswerError, builtin_texts};
use crate::package::SanguoshaPackage;
use fangqi_protocol::LocalText;

/// Renders a game with the texts of its packages.
#[derive(Debug, Clone, Copy)]
pub struct LogRenderer<'a> {
    /// The packages.
    pub package: &'a SanguoshaPackage,
    /// The game.
    pub state: &'a State,
}

/// What is put into a sentence.
#[derive(Debug, Default)]
struct Parts {
    from: LocalText,
    to: LocalText,
    card: LocalText,
    arg: LocalText,
    arg2: LocalText,
}

impl Parts {
    /// The sentence with the parts in their places.
    fn put(&self, sentence: &LocalText) -> LocalText {
        let put = |text: &str, of: fn(&LocalText) -> &str| {
            // The longer names first: `%arg2` begins with `%arg`.
            text.replace("%from", of(&self.from))
                .replace("%src", of(&self.from))
                .replace("%dest", of(&self.to))
                .replace("%to", of(&self.to))
                .replace("%card", of(&self.card))
                .replace("%arg2", of(&self.arg2))
                .replace("%arg", of(&self.arg))
        };
        let en = put(&sentence.en, |text| &text.en);
        LocalText { zh: put(&sentence.zh, |text| &text.zh), en: counted(&en) }
    }
}

/// An English text in which nouns agree with the number before them: `1 card(s)` becomes `1 card`,
/// and `2 card(s)` becomes `2 cards`. Without a number the text stays as its author wrote it.
fn counted(text: &str) -> String {
    let mut parts = text.split("(s)");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let number = out.rsplit(' ').nth(1).and_then(|word| word.parse::<u64>().ok());
        out.push_str(match number {
            Some(1) => "",
            Some(_) => "s",
            None => "(s)",
        });
        out.push_str(part);
    }
    out
}

impl LogRenderer<'_> {
    fn word(&self, key: &str) -> LocalText {
        self.package.word(key)
    }

    /// What a player is called: by its general, before that by its name.
    pub fn player(&self, id: PlayerId) -> LocalText {
        let player = self.state.player(id);
        match player.general.is_empty() {
            true => LocalText::same(&*player.screen_name),
            false => self.word(&player.general),
        }
    }

    fn players(&self, ids: &[PlayerId]) -> LocalText {
        let names: Vec<LocalText> = ids.iter().map(|&id| self.player(id)).collect();
        joined(&names, "、", ", ")
    }

    /// A card of the deck: its name, suit and number.
    fn printed(&self, id: CardId) -> LocalText {
        let face = self.package.deck().get(id.index());
        face.map_or_else(|| LocalText::same("?"), |face| face.text.clone())
    }

    /// A card in words; of one that a skill made, what it is made of too.
    pub fn card(&self, card: &Card) -> LocalText {
        let names: Vec<LocalText> = card.ids().iter().map(|&id| self.printed(id)).collect();
        let made = match card {
            Card::Real(_) => return joined(&names, "、", ", "),
            Card::Virtual(made) => made,
        };
        let name = self.state.card_name(card);
        if &*name == notation::DUMMY {
            return joined(&names, "、", ", ");
        }
        let name = name.strip_prefix('#').unwrap_or(&name);
        let mut text = self.word(name);
        let mut of = Vec::new();
        if !made.skill.is_empty() && *made.skill != *name {
            of.push(self.word(&made.skill));
        }
        if made.subcards.is_empty() && made.number > 0 {
            of.push(LocalText::same(number_text(made.number)));
        }
        of.extend(names);
        if !of.is_empty() {
            let of = joined(&of, " ", " ");
            text.zh = format!("【{}】（{}）", text.zh, of.zh);
            text.en = format!("{} ({})", text.en, of.en);
        }
        text
    }

    /// A line of the log.
    pub fn line(&self, line: &LogLine) -> LocalText {
        let card = match &*line.card {
            "" => LocalText::default(),
            text => self.card_text(text),
        };
        let parts = Parts {
            from: line.from.map(|id| self.player(id)).unwrap_or_default(),
            to: self.players(&line.to),
            card,
            arg: self.word(&line.arg),
            arg2: self.word(&line.arg2),
        };
        parts.put(&self.word(&line.key))
    }

    /// A card, or several, written as in the log.
    fn card_text(&self, text: &str) -> LocalText {
        if let Some(card) = notation::parse(self.state, text) {
            return self.card(&card);
        }
        match notation::parse_ids(self.state, text) {
            Some(ids) => {
                let names: Vec<LocalText> = ids.into_iter().map(|id| self.printed(id)).collect();
                joined(&names, "、", ", ")
            }
            None => LocalText::same(text),
        }
    }

    /// The cards of the deck that a line of the log is about.
    pub fn cards_of(&self, line: &LogLine) -> Vec<CardId> {
        if let Some(card) = notation::parse(self.state, &line.card) {
            return card.ids().to_vec();
        }
        notation::parse_ids(self.state, &line.card).unwrap_or_default()
    }

    /// A question in words, for who is asked.
    pub fn question(&self, request: &Request) -> LocalText {
        let player = |id: PlayerId| self.player(id);
        let number = |number: i64| LocalText::same(number.to_string());
        let say = |key: &str, from: LocalText, to: LocalText, arg: LocalText, arg2: LocalText| {
            let parts = Parts { from, to, arg, arg2, card: LocalText::default() };
            parts.put(&self.word(key))
        };
        let none = LocalText::default;
        match &request.ask {
            Ask::Activate => self.word("?activate"),
            Ask::Discard { reason, count, throws, .. } => {
                let key = match (*throws, &**reason) {
                    (true, "gamerule" | "") => "?discard",
                    (true, _) => "?discard_for",
                    (false, _) => "?exchange",
                };
                say(key, none(), none(), number(*count as i64), self.word(reason))
            }
            Ask::CardChosen { whose, reason, .. } => {
                say("?card_chosen", player(*whose), none(), self.word(reason), none())
            }
            Ask::Card { pattern, prompt, .. } => self.prompt(prompt, pattern, "?card"),
            Ask::UseCard { pattern, prompt } => self.prompt(prompt, pattern, "?use_card"),
            Ask::Nullify { trick, from, to, positive } => {
                let key = match (positive, from) {
                    (false, _) => "?nullify_again",
                    (true, Some(from)) if from != to => "?nullify",
                    (true, _) => "?nullify_own",
                };
                let from = from.map(player).unwrap_or_default();
                let trick = self.word(&self.state.card_name(trick));
                say(key, from, player(*to), trick, none())
            }
            Ask::Peach { dying, need } => {
                say("?peach", player(*dying), none(), number((*need).into()), none())
            }
            Ask::Gongxin { target } => say("?gongxin", player(*target), none(), none(), none()),
            Ask::Guanxing { up_only: true, .. } => self.word("?guanxing_up"),
            Ask::General { .. } if !self.state.player(request.who).general.is_empty() => {
                self.word("?general")
            }
            Ask::General { .. } => {
                let role = self.word(self.state.player(request.who).role.text());
                say("?general_as", none(), none(), role, none())
            }
            ask => {
                let key = format!("?{}", ask.kind());
                say(&key, none(), none(), self.word(ask.detail()), none())
            }
        }
    }

    /// What a package says when it asks for a card: `key:from:to:arg:arg2`.
    fn prompt(&self, prompt: &str, pattern: &str, otherwise: &str) -> LocalText {
        let mut parts = prompt.split(':');
        let key = parts.next().unwrap_or_default();
        let who = |text: Option<&str>| match text.filter(|text| !text.is_empty()) {
            Some(text) => match notation::player(self.state, text) {
                Some(id) => self.player(id),
                None => self.word(text),
            },
            None => LocalText::default(),
        };
        let (from, to) = (who(parts.next()), who(parts.next()));
        let arg = parts.next().map(|text| self.word(text)).unwrap_or_default();
        let arg2 = parts.next().map(|text| self.word(text)).unwrap_or_default();
        let parts = Parts { from, to, arg, arg2, card: LocalText::default() };
        if let Some(sentence) = self.package.text(key).filter(|_| !key.is_empty()) {
            return parts.put(&sentence);
        }
        let skill = fangqi_sanguosha::pattern::skill_of(pattern);
        let (key, arg) = match skill {
            Some(skill) => ("?skill", self.word(skill)),
            None => (otherwise, self.word(pattern)),
        };
        Parts { arg, ..Parts::default() }.put(&self.word(key))
    }

    /// A settlement in a few words; nothing for those that say nothing to people.
    pub fn about(&self, about: &About) -> Option<LocalText> {
        let player = |at: usize| about.players.get(at).map(|&id| self.player(id));
        let mut parts = Parts {
            from: player(0).unwrap_or_default(),
            to: player(1).unwrap_or_default(),
            card: about.card.as_ref().map(|card| self.card(card)).unwrap_or_default(),
            ..Parts::default()
        };
        let sentence = match builtin_texts::about(&about.what) {
            Some(sentence) => sentence,
            None => {
                self.package.skill(&about.what)?;
                parts.arg = self.package.text(&about.what)?;
                builtin_texts::about("skill")?
            }
        };
        let of_nobody = about.players.is_empty() && sentence.zh.contains("%from");
        (!of_nobody).then(|| parts.put(&sentence))
    }

    /// Why an answer is refused.
    pub fn refusal(&self, error: &AnswerError) -> LocalText {
        let zh = match error {
            AnswerError::Unreadable(_) => "无法理解这个回答。",
            AnswerError::Refused(refusal) => match refusal {
                Refusal::NotAsked => "现在没有人需要回答。",
                Refusal::NotYou => "现在询问的不是你。",
                Refusal::WrongAnswer(_) => "这不是对这个问题的回答。",
                Refusal::MustAnswer => "这个问题必须回答。",
                Refusal::NotHeld(_) => "不能选择这张牌。",
                Refusal::Twice(_) => "同一张牌选了两次。",
                Refusal::Count(_) => "选择的牌数不对。",
                Refusal::Pattern => "这张牌不符合要求。",
                Refusal::Jilei => "现在不能使用、打出或弃置这类牌。",
                Refusal::Unavailable => "现在不能使用这张牌。",
                Refusal::Target(_) => "目标不合法。",
                Refusal::Skill(_) => "现在不能发动这个技能。",
                Refusal::SkillCards(_) => "这个技能不能用这些牌。",
                Refusal::NoChoice(_) => "没有这个选项。",
            },
        };
        let mut en = error.to_string();
        if let Some(first) = en.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        LocalText { zh: zh.to_owned(), en: format!("{en}.") }
    }
}

/// Names one after the other.
fn joined(names: &[LocalText], zh: &str, en: &str) -> LocalText {
    let all = |of: fn(&LocalText) -> &str, between: &str| {
        let names: Vec<&str> = names.iter().map(of).collect();
        names.join(between)
    };
    LocalText { zh: all(|text| &text.zh, zh), en: all(|text| &text.en, en) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_agree_with_the_number_before_them() {
        for (text, wanted) in [
            ("Ann draws 1 card(s)", "Ann draws 1 card"),
            ("Ann draws 2 card(s)", "Ann draws 2 cards"),
            ("0 card(s), 1 mark(s) and 12 point(s)", "0 cards, 1 mark and 12 points"),
            ("the card(s) of Ann", "the card(s) of Ann"),
            ("(s)", "(s)"),
            ("no number", "no number"),
            ("", ""),
        ] {
            assert_eq!(counted(text), wanted);
        }
    }
}
