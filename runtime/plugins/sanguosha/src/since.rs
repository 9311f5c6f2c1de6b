//! Since when later generations of QSanguosha have what the handbook's has not, for authors whose
//! package was written for one of those. The dates are those of the changes in its history.

/// Names that came after the handbook, with the first version or day that has them, and what takes
/// their place here.
const LATER: &[(&str, &str, &str)] = &[
    ("getMaxHp", "2 March 2012 (V0.8)", "getMaxHP"),
    ("setMaxHp", "2 March 2012 (V0.8)", ""),
    ("CardLostOnePiece", "14 May 2012", "CardLostDone"),
    ("CardLostOneTime", "14 May 2012", "CardLostDone"),
    ("CardGotOnePiece", "14 May 2012", "CardGotDone"),
    ("CardGotOneTime", "14 May 2012", "CardGotDone"),
    ("broadcastSkillInvoke", "9 June 2012", "playSkillEffect"),
    ("DamageForseen", "18 June 2012", "Predamaged"),
    ("DamageCaused", "18 June 2012", "Predamage"),
    ("DamageInflicted", "18 June 2012", "Predamaged"),
    ("TargetConfirm", "18 June 2012", ""),
    ("TargetConfirming", "18 June 2012", ""),
    ("TargetConfirmed", "18 June 2012", ""),
    ("CardsMoveOneTime", "6 July 2012", ""),
    ("CardsMoveStruct", "6 July 2012", ""),
    ("CardsMoveOneTimeStruct", "6 July 2012", ""),
    ("EventPhaseStart", "8 July 2012", "PhaseChange"),
    ("EventPhaseEnd", "8 July 2012", "PhaseChange"),
    ("EventPhaseChanging", "8 July 2012", "PhaseChange"),
    ("CreateMaxCardsSkill", "12 July 2012", ""),
    ("isKindOf", "16 July 2012", "inherits"),
    ("CreateTargetModSkill", "23 January 2013 (V1.0)", ""),
    ("CreateOneCardViewAsSkill", "22 September 2013 (V2)", "CreateViewAsSkill"),
    ("CreateZeroCardViewAsSkill", "22 September 2013 (V2)", "CreateViewAsSkill"),
    ("CreateBasicCard", "22 September 2013 (V2)", ""),
    ("CreateTrickCard", "22 September 2013 (V2)", ""),
    ("CreateWeapon", "22 September 2013 (V2)", ""),
    ("CreateArmor", "22 September 2013 (V2)", ""),
    ("can_preshow", "December 2013 (Hegemony)", ""),
    ("on_cost", "December 2013 (Hegemony)", ""),
    ("on_effect", "December 2013 (Hegemony)", ""),
];

/// What there is to say about a name that came later: since when it is there, and what does the
/// same here, if anything.
pub(super) fn since(name: &str) -> Option<(&'static str, Option<&'static str>)> {
    let (_, since, instead) = LATER.iter().find(|(later, ..)| *later == name)?;
    Some((*since, Some(*instead).filter(|instead| !instead.is_empty())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_later_generations_say_since_when() {
        assert_eq!(since("CreateBasicCard"), Some(("22 September 2013 (V2)", None)));
        assert_eq!(since("isKindOf"), Some(("16 July 2012", Some("inherits"))));
        assert_eq!(since("drawCards"), None);
    }

    #[test]
    fn no_name_is_there_twice() {
        let mut names: Vec<&str> = LATER.iter().map(|(name, ..)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), LATER.len());
    }
}
