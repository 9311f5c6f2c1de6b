import { htmlLanguage, language, languageName, LANGUAGES, setLanguage, t } from "../i18n/language";
import { Icon } from "../util/icons";

/** The languages of the page, each by its own name. `look` says what it stands among. */
export function LanguageMenu({ look }: { look: "tool" | "language" }) {
  const here = language();
  const change = (next: string) =>
    void setLanguage(next).catch((error) => console.error(`fangqi: the language ${next}`, error));
  return (
    <label
      class={`${look} language-menu`}
      title={t("language")}
      // In a menu of tools, a click must not close what the list of languages hangs from.
      onClick={(event) => event.stopPropagation()}
    >
      <Icon name="language" />
      <select
        data-tool="language"
        aria-label={t("language")}
        value={here}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      >
        {LANGUAGES.map((tag) => (
          <option key={tag} value={tag} lang={htmlLanguage(tag)}>
            {languageName(tag)}
          </option>
        ))}
      </select>
    </label>
  );
}
