/** What a text's placeholders stand for. */
export type Values = Readonly<Record<string, string | number>>;

/**
 * A placeholder: `{name}`, or one whose text follows a number, in the form of ICU's message format:
 * `{count, plural, one {# seat} other {# seats}}`.
 */
const PLACE = /\{(\w+)(?:, plural,((?: \w+ \{[^{}]*\})+))?\}/g;
const FORM = / (\w+) \{([^{}]*)\}/g;

const rules = new Map<string, Intl.PluralRules>();

function rulesOf(tag: string): Intl.PluralRules {
  const known = rules.get(tag) ?? new Intl.PluralRules(tag);
  rules.set(tag, known);
  return known;
}

/** Of the forms of a plural, the one for a number in a language. `#` is the number. */
function plural(forms: string, count: number, tag: string): string {
  const all = new Map([...forms.matchAll(FORM)].map(([, name, text]) => [name, text]));
  const form = all.get(rulesOf(tag).select(count)) ?? all.get("other") ?? "";
  return form.replaceAll("#", String(count));
}

/** Replaces placeholders; those without a value stay. `tag` is the language of the text. */
export const fill = (text: string, values: Values, tag: string): string =>
  text.replace(PLACE, (whole, name: string, forms: string | undefined) => {
    const value = values[name];
    if (value === undefined) return whole;
    return forms === undefined ? String(value) : plural(forms, Number(value), tag);
  });
