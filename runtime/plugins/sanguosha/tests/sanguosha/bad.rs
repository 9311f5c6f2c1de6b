//! Packages that are wrong, and games that go to extremes: authors are told, games go on.

use crate::support::own;
use fangqi_plugin_sanguosha::{Fault, PackageSource, ReusableVm, SgsVm, Table, play_out};
use fangqi_sanguosha::{Refusal, Setup, Status};

/// A package with a general `victim` that has one skill, whose text this is.
fn with_skill(skill: &str) -> Vec<PackageSource> {
    let text = format!(
        "module(\"extensions.bad\", package.seeall)\n\
         extension = sgs.Package(\"bad\")\n\
         {skill}\n\
         victim = sgs.General(extension, \"victim\", \"qun\", 4)\n\
         victim:addSkill(bad)\n"
    );
    let mut packages = own();
    packages.push(PackageSource::compile("bad", text.as_bytes()).expect("Lua"));
    packages
}

/// A game of these packages in which the first player is the victim.
fn table(packages: &[PackageSource], seats: usize) -> Table {
    let vm = SgsVm::with_packages(packages, 1).expect("the packages load");
    let mut setup = Setup::robots(seats, 5);
    setup.seats[0].general = Some("victim".into());
    Table::open(vm, setup).expect("a game")
}

/// Plays a game with a bad skill: it must end, and the author must have been told `words`.
fn plays_on(skill: &str, words: &str) {
    plays_on_with(skill, words, "bad");
}

/// The same; the function at fault belongs to this skill or card.
fn plays_on_with(skill: &str, words: &str, of: &str) {
    let mut table = table(&with_skill(skill), 3);
    play_out(&mut table, 5, true).unwrap_or_else(|error| panic!("{words}: {error}"));
    let faults = table.vm().faults();
    let told = faults.iter().any(|fault| {
        (fault.skill == of || fault.package == "bad.lua") && fault.text.contains(words)
    });
    assert!(told, "{skill}: {words} is not among {faults:?}");
    assert!(table.vm().errors().contains_key(of), "{:?}", table.vm().errors());
}

fn trigger(body: &str) -> String {
    format!(
        "bad = sgs.CreateTriggerSkill{{ name = \"bad\", events = {{ sgs.PhaseChange }}, \
         on_trigger = function(self, event, player, data) {body} end }}"
    )
}

#[test]
fn text_that_is_no_lua_is_refused_with_its_line() {
    let error = PackageSource::compile("bad", b"x = 1\ny = = 2\n").expect_err("no Lua");
    assert_eq!((error.script.as_str(), error.line), ("bad.lua", 2));
}

#[test]
fn an_error_in_a_trigger_skips_the_skill() {
    plays_on(&trigger("error(\"oh dear\")"), "oh dear");
    plays_on(&trigger("local x = nil; x.y = 1"), "nil");
}

#[test]
fn a_call_of_what_nobody_has_names_class_and_method() {
    let room = "local room = player:getRoom(); ";
    for (body, words) in [
        ("player:getHandCardNum()", "ServerPlayer has no method 'getHandCardNum'; did you mean"),
        ("player:noSuchFunction()", "ServerPlayer has no method 'noSuchFunction'"),
        (&format!("{room}room:drawCardss(player, 1)"), "Room has no method 'drawCardss'"),
        (&format!("{room}room.nothing(room)"), "Room has no method 'nothing'"),
        ("data:toNothing()", "QVariant has no method 'toNothing'"),
        ("sgs.Sanguosha:getCard(0):getColour()", "Card has no method 'getColour'"),
        ("self:getNam()", "TriggerSkill has no method 'getNam'"),
        ("player:getGeneral():getSkills()", "General has no method 'getSkills'"),
        ("sgs.SPlayerList():push(player)", "QList has no method 'push'"),
        ("sgs.DamageStruct():isFire()", "DamageStruct has no method 'isFire'"),
        ("sgs.noSuchFunction()", "sgs has no function 'noSuchFunction'"),
        ("sgs.QVarient(1)", "sgs has no function 'QVarient'; did you mean 'QVariant'?"),
    ] {
        plays_on(&trigger(body), words);
    }
    // Looking whether there is something is no error.
    let mut table = table(
        &with_skill(&trigger(
            "local room = player:getRoom() if room.doAnything then room:doAnything() end \
             if sgs.Nothing or player.nothing or data.nothing then error('there') end",
        )),
        3,
    );
    play_out(&mut table, 5, true).expect("an end");
    assert_eq!(table.vm().faults(), []);
}

#[test]
fn a_call_in_vain_while_loading_is_told_with_its_line() {
    let skill = "bad = sgs.CreateTrigerSkill{ name = \"bad\" }";
    let error = SgsVm::with_packages(&with_skill(skill), 1).expect_err("no such function");
    assert_eq!((error.script.as_str(), error.line), ("bad.lua", 3));
    let wanted = "sgs has no function 'CreateTrigerSkill'; did you mean 'CreateTriggerSkill'?";
    assert_eq!(error.message, wanted);
}

#[test]
fn an_error_in_the_middle_of_a_settlement_lets_the_rest_happen() {
    for event in [
        "TurnStart",
        "DrawNCards",
        "CardUsed",
        "SlashEffect",
        "SlashEffected",
        "SlashProceed",
        "SlashHit",
        "Predamage",
        "Predamaged",
        "DamageDone",
        "Damaged",
        "DamageComplete",
        "Dying",
        "AskForPeaches",
        "Death",
        "GameOverJudge",
        "CardLost",
        "CardGot",
        "CardDrawnDone",
        "CardEffected",
        "CardFinished",
        "HpRecover",
        "StartJudge",
        "FinishJudge",
    ] {
        let skill = format!(
            "bad = sgs.CreateTriggerSkill{{ name = \"bad\", events = {{ sgs.{event} }}, \
             can_trigger = function() return true end, \
             on_trigger = function(self, event, player) \
               player:getRoom():setPlayerFlag(player, \"bad\") error(\"in the middle\") end }}"
        );
        let mut table = table(&with_skill(&skill), 3);
        let played = play_out(&mut table, 5, true);
        assert!(played.is_ok(), "{event}: {played:?}");
        let errors = table.vm().errors();
        assert!(errors.keys().all(|name| name == "bad"), "{event}: {errors:?}");
        assert!(table.vm().faults().len() <= 1, "{event}: each place is told once");
    }
}

#[test]
fn wrong_arguments_are_told_and_the_game_goes_on() {
    let room = "local room = player:getRoom(); ";
    for (body, words) in [
        ("room:judge(sgs.JudgeStruct())", "who has to be set"),
        ("room:useCard(sgs.CardUseStruct())", "card has to be set"),
        ("room:moveCardTo(sgs.Sanguosha:getCard(0), nil, sgs.Player_Hand)", "player"),
        ("room:moveCardTo(sgs.Sanguosha:getCard(0), player, 77)", "no such place"),
        ("room:askForChoice(player, \"bad\", nil)", "nil"),
        ("room:throwCard(sgs.Sanguosha:getCard(99999):getId())", "index nil"),
        ("player:addToPile(\"bad\", 99999)", "card"),
        ("data:setValue(function() end)", "wanted"),
        ("room:acquireSkill(player, 3)", "attempt to"),
        ("room:drawCards(nil, 1)", "nil"),
    ] {
        let all = format!("{room}{body}");
        plays_on(&trigger(&all), words);
    }
}

#[test]
fn what_is_written_to_a_player_is_lost_and_told_and_the_function_goes_on() {
    let body = "player.hp = 30 player:gainMark(\"@went_on\")";
    let mut table = table(&with_skill(&trigger(body)), 3);
    play_out(&mut table, 5, true).expect("an end");
    let faults = table.vm().faults();
    let told = |fault: &Fault| fault.text.contains("a player has no member hp");
    assert!(matches!(&faults[..], [only] if only.package == "bad.lua" && told(only)), "{faults:?}");
    assert!(table.take_log().iter().any(|line| &*line.arg == "@went_on"));
}

#[test]
fn an_error_in_any_other_function_is_told_and_counts_as_no() {
    let spec = |what: &str, fields: &str| format!("bad = sgs.{what}{{ name = \"bad\", {fields} }}");
    let fail = "function() error(\"oh dear\") end";
    for skill in [
        spec(
            "CreateTriggerSkill",
            &format!("events = sgs.TurnStart, can_trigger = {fail}, on_trigger = function() end"),
        ),
        spec("CreateProhibitSkill", &format!("is_prohibited = {fail}")),
        spec("CreateDistanceSkill", &format!("correct_func = {fail}")),
        spec("CreateMaxCardsSkill", &format!("extra_func = {fail}")),
        spec("CreateTargetModSkill", &format!("residue_func = {fail}")),
        spec("CreateFilterSkill", &format!("view_filter = {fail}, view_as = {fail}")),
        spec("CreateViewAsSkill", &format!("view_as = {fail}")),
        spec("CreateViewAsSkill", &format!("n = 1, view_filter = {fail}, view_as = {fail}")),
        spec("CreateViewAsSkill", &format!("enabled_at_play = {fail}, view_as = {fail}")),
    ] {
        plays_on(&skill, "oh dear");
    }
    for field in ["on_use", "on_effect", "about_to_use", "filter", "feasible"] {
        let skill = format!(
            "card = sgs.CreateSkillCard{{ name = \"bad_card\", \
               filter = function(self, targets, one) return #targets == 0 end, {field} = {fail} }} \
             bad = sgs.CreateViewAsSkill{{ name = \"bad\", view_as = function() \
               return card:clone() end }}"
        );
        plays_on_with(&skill, "oh dear", "#bad_card");
    }
}

#[test]
fn a_view_as_skill_that_gives_no_card_is_told() {
    for made in ["3", "\"slash\"", "{}", "sgs.Self"] {
        let skill = format!(
            "bad = sgs.CreateViewAsSkill{{ name = \"bad\", view_as = function() \
             return {made} end }}"
        );
        plays_on(&skill, "view_as gives a card or nil, not a ");
    }
}

#[test]
fn two_of_one_name_in_one_package_are_told_of() {
    let skill =
        "sgs.CreateTriggerSkill{ name = \"own\", events = {}, on_trigger = function() end }";
    let text = format!(
        "extension = sgs.Package(\"twins\") \
         for i = 1, 2 do \
           sgs.General(extension, \"twin\", \"wei\", 4):addSkill({skill}) \
         end \
         sgs.General(extension, \"other\", \"wei\", 4):addSkill(sgs.CreateViewAsSkill{{ \
           name = \"own\", n = 0, view_as = function() end }})"
    );
    let vm = SgsVm::with_packages(&own(), 1).expect("packages");
    let package = PackageSource::compile("twins", text.as_bytes()).expect("Lua");
    let brought = vm.load_reported(&package).expect("it loads");
    let mut told = brought.replaced;
    told.sort();
    assert_eq!(told, ["general twin, of its own", "skill own, of its own"]);
}

/// Plays a game with a sound skill: nobody has anything to be told.
fn plays_well(skill: &str) {
    let mut table = table(&with_skill(skill), 3);
    play_out(&mut table, 5, true).unwrap_or_else(|error| panic!("{skill}: {error}"));
    let faults = table.vm().faults();
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn skill_cards_are_known_by_the_classes_of_the_handbook() {
    plays_well(&trigger(
        "for _, name in ipairs({ 'Rende', 'Zhiheng', 'Guicai', 'Lianli', 'Yishe', 'YisheAsk' }) do \
           local card = sgs.Card_Parse('@' .. name .. 'Card=0+3') \
           assert(card:getSubcards():length() == 2 and card:inherits(name .. 'Card'), name) \
           assert(not card:inherits('FanjianCard') and card:inherits('SkillCard'), name) \
           assert(sgs.Sanguosha:cloneSkillCard(name .. 'Card'):inherits(name .. 'Card'), name) \
         end \
         assert(sgs.Card_Parse('@NobodyCard=0') == nil) \
         assert(player:hasUsed('ZhihengCard') == player:hasUsed('#zhiheng')) \
         player:addHistory('#zhiheng') \
         assert(player:hasUsed('ZhihengCard') and player:usedTimes('ZhihengCard') >= 1)",
    ));
}

#[test]
fn who_died_of_damage_is_told_of_where_a_skill_lets_the_dead_in() {
    let packages = with_skill(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.Damaged }, \
         can_trigger = function() return true end, \
         on_trigger = function(self, event, player, data) \
           if player:isDead() then error(\"heard of the dead\") end \
         end }",
    );
    let heard = |seats| {
        let mut table = table(&packages, seats);
        play_out(&mut table, 5, true).expect("a game");
        let faults = table.vm().faults();
        faults.iter().any(|fault| fault.text.contains("heard of the dead"))
    };
    assert!((4..=8).any(heard));
}

#[test]
fn a_name_that_is_taken_takes_the_place_and_is_told() {
    let text = "extension = sgs.Package(\"twice\") \
        g = sgs.General(extension, \"caocao\", \"wei\", 7) \
        g:addSkill(sgs.CreateTriggerSkill{ name = \"jianxiong\", events = {}, \
          on_trigger = function() end }) \
        g:addSkill(sgs.CreateTriggerSkill{ name = \"own\", events = {}, \
          on_trigger = function() end })";
    let vm = SgsVm::with_packages(&own(), 1).expect("packages");
    let package = PackageSource::compile("twice", text.as_bytes()).expect("Lua");
    let brought = vm.load_reported(&package).expect("it loads");
    assert_eq!(brought.generals, ["caocao"]);
    assert_eq!(brought.skills, ["jianxiong", "own"]);
    assert_eq!(brought.replaced, ["skill jianxiong", "general caocao"]);
    assert_eq!(vm.catalogue().general("caocao").expect("it").max_hp, 7);
}

#[test]
fn a_text_that_is_none_is_told_with_its_key_and_line() {
    let text = b"extension = sgs.Package(\"mute\")\nsgs.LoadTranslationTable{ [\"mute\"] = {} }\n";
    let package = PackageSource::compile("mute", text).expect("Lua");
    let vm = SgsVm::with_packages(&own(), 1).expect("packages");
    let error = vm.load_reported(&package).expect_err("it has no text").to_string();
    assert!(error.contains("mute.lua:2") && error.contains("as the text of mute"), "{error}");
}

#[test]
fn a_package_that_fails_brings_nothing() {
    let vm = SgsVm::with_packages(&own(), 1).expect("packages");
    let (generals, skills) = (vm.catalogue().generals().len(), vm.catalogue().skills().len());
    for text in [
        "extension = sgs.Package(\"half\") g = sgs.General(extension, \"half\", \"wei\") \
         g:addSkill(sgs.CreateTriggerSkill{ name = \"half\", on_trigger = function() end }) \
         g:addSkill(nil)",
        "extension = sgs.Package(\"half\") sgs.General(extension, \"half\", \"wei\", {}) \
         sgs.General(nil, \"other\", \"wei\")",
        "extension = sgs.Package() ",
        "sgs.LoadTranslationTable(3)",
        "extension = { name = \"no package\" }",
        "while true do end",
        "local t = {} while true do t[#t + 1] = string.rep(\"x\", 1000) end",
        "require(\"nothing\")",
    ] {
        let package = PackageSource::compile("half", text.as_bytes()).expect("Lua");
        let error = vm.load(&package).expect_err(text);
        assert_eq!(error.script, "half.lua", "{text}: {error}");
        assert!(!error.message.is_empty());
        assert_eq!(vm.catalogue().generals().len(), generals, "{text}");
        assert_eq!(vm.catalogue().skills().len(), skills, "{text}");
    }
    let good = PackageSource::compile("good", b"extension = sgs.Package(\"good\")").expect("Lua");
    vm.load(&good).expect("the next package loads");
}

#[test]
fn a_trigger_without_end_is_ended() {
    plays_on(&trigger("while true do end"), "fuel");
    plays_on(&trigger("while true do player:getHp() end"), "fuel");
    plays_on(&trigger("while true do player:getRoom():setEmotion(player, \"good\") end"), "fuel");
}

#[test]
fn a_skill_that_triggers_itself_meets_a_limit() {
    plays_on(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.CardDrawnDone }, \
         on_trigger = function(self, event, player, data) player:drawCards(1) end }",
        "nested too deeply",
    );
    plays_on(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.TurnedOver, sgs.PhaseChange }, \
         on_trigger = function(self, event, player, data) player:turnOver() end }",
        "nested too deeply",
    );
}

#[test]
fn a_filter_that_does_not_end_or_asks_is_ended() {
    let view_as = |body: &str| {
        format!(
            "bad = sgs.CreateViewAsSkill{{ name = \"bad\", n = 1, \
             view_filter = function(self, selected, to_select) {body} end, \
             view_as = function(self, cards) return nil end }}"
        )
    };
    plays_on(&view_as("while true do end"), "fuel");
    plays_on(&view_as("sgs.Self:drawCards(1); return true"), "takes time");
    plays_on(
        "bad = sgs.CreateDistanceSkill{ name = \"bad\", \
         correct_func = function(self, from, to) return \"far\" .. nil end }",
        "nil",
    );
}

#[test]
fn wrong_types_and_missing_fields_are_told() {
    for skill in [
        "bad = sgs.CreateTriggerSkill{ events = { sgs.Damaged } }",
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = \"Damaged\", on_trigger = 3 }",
        "bad = sgs.CreateViewAsSkill{ name = \"bad\" }",
        "bad = sgs.CreateSkillCard{ target_fixed = true }",
        "bad = sgs.CreateTriggerSkill(nil)",
    ] {
        match SgsVm::with_packages(&with_skill(skill), 1) {
            Err(error) => assert_eq!(error.script, "bad.lua", "{skill}: {error}"),
            Ok(vm) => assert!(!vm.faults().is_empty(), "{skill} is taken as it is"),
        }
    }
}

#[test]
fn an_empty_pile_ends_the_game_without_a_winner() {
    let mut table =
        table(&with_skill(&trigger("player:getRoom():drawCards(player, 1000); return false")), 2);
    let played = play_out(&mut table, 5, true).expect("an end");
    assert_eq!(&*played.winner, ".");
}

#[test]
fn everybody_may_die_at_once() {
    let body = "local room = player:getRoom() \
                for _, p in sgs.qlist(room:getAlivePlayers()) do \
                  if not p:isLord() then room:killPlayer(p) end \
                end";
    let mut table = table(&with_skill(&trigger(body)), 8);
    play_out(&mut table, 5, true).expect("an end");
}

#[test]
fn answers_of_the_wrong_player_or_after_the_end_change_nothing() {
    let mut table = table(&own_with_victim(), 2);
    assert_eq!(table.run(), Status::Asking);
    let asked = table.request().expect("a question").who;
    let other = fangqi_sanguosha::PlayerId(1 - asked.0);
    let before = format!("{:?}", *table.state());
    for text in [".", "yes", "0", "slash:x[heart:K]=0->sgs1", "skill=rende:0->sgs2", "%%", "->"] {
        assert!(table.answer_text(other, text).is_err(), "{text}");
    }
    for text in ["999", "skill=nothing:.", "skill=rende:1+1", "slash:[heart:Z]=1", "#x:.", "@X=."] {
        assert!(table.answer_text(asked, text).is_err(), "{text}");
    }
    assert_eq!(format!("{:?}", *table.state()), before);
    play_out(&mut table, 5, true).expect("an end");
    assert_eq!(table.answer(asked, &fangqi_sanguosha::Answer::Decline), Err(Refusal::NotAsked));
}

fn own_with_victim() -> Vec<PackageSource> {
    with_skill(
        "bad = sgs.CreateTriggerSkill{ name = \"bad\", events = { sgs.Damaged }, \
                on_trigger = function() end }",
    )
}

#[test]
fn equal_seeds_give_equal_games() {
    let play = |seed| {
        let vm = SgsVm::with_packages(&own(), seed).expect("packages");
        let mut table = Table::open(vm, Setup::robots(5, seed)).expect("a game");
        let played = play_out(&mut table, seed, true).expect("an end");
        assert!(table.vm().faults().is_empty(), "{:?}", table.vm().faults());
        (played, table.take_log())
    };
    for seed in 1..6 {
        assert_eq!(play(seed), play(seed));
    }
}

#[test]
fn an_ai_that_fails_leaves_its_package_as_it_is() {
    let text = "extension = sgs.Package(\"wise\") sgs.General(extension, \"wise\", \"qun\")";
    let package = PackageSource::compile("wise", text.as_bytes()).expect("Lua");
    let package = package.with_ai(b"local t = nil\nt.x = 1\n").expect("Lua");
    let packages = [own(), vec![package]].concat();
    let vm = ReusableVm::thinking(&packages).begin(1).expect("packages");
    assert!(vm.catalogue().general("wise").is_some());
    let faults = vm.faults();
    assert_eq!((faults[0].package.as_str(), faults[0].line), ("wise-ai.lua", 2), "{faults:?}");
    // Games run without it.
    assert_eq!(ReusableVm::new(&packages).begin(1).expect("packages").faults(), []);
}

#[test]
fn library_functions_are_guarded_in_packages_too() {
    let text = "extension = sgs.Package('a')
        local d = {} d[-2147483648] = 1
        local ok, why = pcall(table.move, { 1 }, '1', '2147483647', 1, d)
        assert(not ok and string.find(why, 'table overflow'), why)";
    let package = PackageSource::compile("a", text.as_bytes()).unwrap();
    assert!(SgsVm::with_packages(&[package], 1).is_ok());
}
