//! Scripts that forge objects are told so; nothing else happens.

use fangqi_plugin_sanguosha::{PackageSource, Table, play_out};
use fangqi_sanguosha::Setup;

/// Plays a game in which a skill does this at every phase.
fn plays(body: &str) -> Vec<String> {
    let text = format!(
        "module(\"extensions.bad\", package.seeall)\n\
         extension = sgs.Package(\"bad\")\n\
         bad = sgs.CreateTriggerSkill{{ name = \"bad\", events = {{ sgs.PhaseChange }},\n\
           on_trigger = function(self, event, player, data) {body} end }}\n\
         victim = sgs.General(extension, \"victim\", \"qun\", 4)\n\
         victim:addSkill(bad)\n"
    );
    let mut packages = crate::support::own();
    packages.push(PackageSource::compile("bad", text.as_bytes()).expect("Lua"));
    let vm = fangqi_plugin_sanguosha::SgsVm::with_packages(&packages, 1).expect("packages");
    let mut setup = Setup::robots(3, 5);
    setup.seats[0].general = Some("victim".into());
    let mut table = Table::open(vm, setup).expect("a game");
    play_out(&mut table, 5, true).unwrap_or_else(|error| panic!("{body}: {error}"));
    table.vm().faults().into_iter().map(|fault| fault.text).collect()
}

#[test]
fn forged_objects_are_refused() {
    let cases = [
        ("player.getHp({ _p = 99 })", "player"),
        ("player.getHp({ _p = 0 })", "player"),
        ("player.getHp({ _p = {} })", "player"),
        ("player:getRoom():getCardPlace(9999)", ""),
        ("player:obtainCard({ getSubcards = function() return { 9999 } end })", "a card is wanted"),
        (
            "local c = sgs.Sanguosha:cloneCard('slash', 0, 1); c._kind = 999; player:isJilei(c)",
            "card",
        ),
        (
            "local d = sgs.DamageStruct(); d.to = player; \
             d.card = sgs.Sanguosha:cloneCard('slash', 0, 1); d.card:addSubcard(9999); \
             player:getRoom():damage(d)",
            "no card 9999",
        ),
        ("player:drawCards(1e300)", ""),
        ("player:getRoom():moveCardTo(sgs.Sanguosha:getCard(0), nil, 99)", "no such place"),
        ("player:getRoom():getThread():trigger(999, player)", "no event"),
        ("data.toInt({ _live = 3 })", ""),
        ("sgs.Card_Parse(string.rep('(', 5000))", ""),
        ("sgs.QRegExp(string.rep('(a*)*', 90)):exactMatch(string.rep('a', 400))", ""),
        ("player:setMark('x', 1e300) player:addMark('x', -1e300)", ""),
        ("player:getRoom():getNCards(1e9)", ""),
        ("setmetatable(player, {})", ""),
        ("sgs.Sanguosha = nil", ""),
    ];
    for (body, words) in cases {
        let faults = plays(body);
        let told = words.is_empty() || faults.iter().any(|text| text.contains(words));
        assert!(told, "{body}: {faults:?}");
    }
}
