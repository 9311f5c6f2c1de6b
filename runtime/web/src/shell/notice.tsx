import { useSignal } from "@preact/signals";
import { render } from "preact";
import { t } from "../i18n/language";
import { buildWatch, type BuildWatch, type Trouble } from "./build";

/**
 * Offers to load the page again, if the server has a new version of it or a part of it could not be
 * loaded. The page does nothing by itself: the viewer may be in the middle of a move.
 */
export function PageNotice({ watch }: { watch: BuildWatch }) {
  const putAway = useSignal<Trouble | null>(null);
  const { trouble } = watch;
  if (!trouble || putAway.value === trouble) return null;
  return (
    <section class="page-notice" role="status" data-trouble={trouble}>
      <p>
        <b>{t(trouble === "outdated" ? "new_version" : "part_missing")}</b>
        <span>{t(trouble === "outdated" ? "new_version_text" : "part_missing_text")}</span>
      </p>
      <div class="row">
        <button
          type="button"
          class="quiet small"
          data-do="later"
          onClick={() => (putAway.value = trouble)}
        >
          {t("later")}
        </button>
        <button
          type="button"
          class="primary small"
          data-do="reload-page"
          onClick={() => location.reload()}
        >
          {t("reload_page")}
        </button>
      </div>
    </section>
  );
}

/** Watches the page's own files, and shows what is the matter with them. */
export function openNotice(): void {
  const place = document.createElement("div");
  document.body.append(place);
  render(<PageNotice watch={buildWatch} />, place);
  buildWatch.begin();
}
