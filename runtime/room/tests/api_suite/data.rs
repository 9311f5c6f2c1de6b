use crate::common::Table;
use fangqi_testkit::calls::{check, refused, run, show};

#[test]
fn values_become_json() {
    let table = Table::open("");
    check(
        &table,
        &[
            ("JSON:encode({ to = 'e2', from = 'h2' })", r#"{"from":"h2","to":"e2"}"#),
            ("JSON:encode({ 1, 2.5, 'x', true, {} })", r#"[1,2.5,"x",true,[]]"#),
            ("JSON:encode({ [1] = 'a', [3] = 'c' })", r#"{"1":"a","3":"c"}"#),
            ("JSON:encode({ 1, 2, n = 2 })", r#"{"1":1,"2":2,"n":2}"#),
            ("JSON:encode('引号\"\\n')", r#""引号\"\n""#),
            ("JSON:encode(nil)", "null"),
            ("JSON:encode(2^53)", "9007199254740992"),
            ("JSON:encode(-0.5)", "-0.5"),
            ("select(2, pcall(JSON.encode, JSON, { 1 }))", "[1]"),
        ],
    );
}

#[test]
fn json_becomes_values() {
    let table = Table::open("");
    check(
        &table,
        &[
            (
                r#"JSON:decode('{"a":[1,2.5,null,"x"],"b":{"c":true}}')"#,
                "{a={1=1, 2=2.5, 4=x}, b={c=true}}",
            ),
            ("JSON:decode('7')", "7"),
            ("JSON:decode('null')", "nil"),
            (r#"JSON:decode('"\\u5e25"')"#, "帥"),
            ("JSON:encode(JSON:decode('[1,[2,[3]]]'))", "[1,[2,[3]]]"),
        ],
    );
}

#[test]
fn what_is_no_json_is_refused() {
    let mut table = Table::open(
        "loop = {} loop.me = loop deep = {} for i = 1, 70 do deep = { deep } end
         bad = setmetatable({}, { __index = function() error('no') end,
           __iter = function() error('no') end, __len = function() error('no') end })",
    );
    refused(
        &mut table,
        &[
            ("JSON:encode(loop)", "nested more than 64 deep"),
            ("JSON:encode(deep)", "nested more than 64 deep"),
            ("JSON:encode({ print })", "a function cannot be written as JSON"),
            ("JSON:encode({ 0/0 })", "cannot be written as JSON"),
            ("JSON:encode({ [{}] = 1 })", "a table cannot be a key in JSON"),
            ("JSON:encode(('x'):rep(2^20))", "longer than 1048576 bytes"),
            ("JSON:decode('[1,')", "not JSON: EOF"),
            ("JSON:decode(('['):rep(100000))", "not JSON: recursion limit"),
            ("JSON:decode(('['):rep(100) .. (']'):rep(100))", "nested more than 64 deep"),
            ("JSON:decode(('x'):rep(2^20 + 1))", "at most 1048576 bytes"),
            ("JSON:decode({})", "argument 1, text, must be a string"),
        ],
    );
    assert_eq!(show(&table, "JSON:encode(bad)"), "[]");
}

#[test]
fn tables_are_copied_deeply() {
    let table = Table::open("");
    run(
        &table,
        "inner = { 1 } original = { a = inner, b = inner, 7 } original.me = original
         copy = copy_table(original)",
    );
    check(
        &table,
        &[
            ("copy ~= original and copy.a ~= inner", "true"),
            ("copy.a == copy.b and copy.me == copy", "true"),
            ("copy.a[1] + copy[1]", "8"),
            ("copy_table('text')", "text"),
        ],
    );
}

#[test]
fn numbers_have_names() {
    let table = Table::open("");
    check(
        &table,
        &[
            ("ErrorCode.OK + ErrorCode.FAILED", "1001"),
            ("FACE_DIRECTION.DIR_NEG_X + FACE_DIRECTION.DIR_POS_Y", "5"),
            ("FACE_DIRECTION.DIR_NOT_INIT", "-1"),
            ("OBJ_TYPE.OBJTYPE_PLAYER", "1"),
            ("BLOCKID.AIR", "0"),
            ("TEAM_RESULTS.TEAM_RESULTS_WIN", "1"),
            ("GRAPHICS.GRAPHICS_HORNBOOK", "1"),
        ],
    );
}
