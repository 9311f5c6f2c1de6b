import type { ComponentChildren } from "preact";
import { t } from "../i18n/language";
import type { Tab } from "../state/screen";
import { useHud } from "./context";

const TABS: readonly Tab[] = ["seats", "moves", "chat"];

interface Props {
  actions: ComponentChildren;
  children: ComponentChildren;
}

/** The side panel. On phones it is below the board and shows one tab at a time. */
export function Panel({ actions, children }: Props) {
  const { screen } = useHud();
  return (
    <aside class="panel" data-tab={screen.tab.value}>
      {actions}
      <div class="tabs" role="tablist">
        {TABS.map((name) => (
          <TabButton key={name} name={name} />
        ))}
      </div>
      {children}
    </aside>
  );
}

function TabButton({ name }: { name: Tab }) {
  const { screen } = useHud();
  const fresh = name === "chat" && screen.hasUnreadChat;
  const label = name === "moves" && screen.playsCards ? t("log") : t(name);
  return (
    <button
      type="button"
      role="tab"
      class={fresh ? "fresh" : ""}
      aria-selected={name === screen.tab.value ? "true" : "false"}
      data-tab={name}
      onClick={() => (screen.tab.value = name)}
    >
      {label}
    </button>
  );
}
