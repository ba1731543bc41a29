import type { UsageView } from '#modules/links/index.js';
import { Danger } from '../fields.js';
import { PostForm } from '../forms.js';
import { MoreLink } from '../more-link.js';
import type { Place } from '../shell/shell-view.js';
import { Usage } from './usages.js';

/** A reusable content, and where it is used. */
export interface ReusableRow {
  id: string;
  title: string;
  usage: UsageView | undefined;
  places: readonly Place[];
}

/** The reusable contents of a content, each with its forms. */
export function ReusableList({
  here,
  rows,
  more,
  editRoot,
}: {
  here: string;
  rows: readonly ReusableRow[];
  more: string | null;
  /** Address of their editor before an id; null for whoever may not edit. */
  editRoot: string | null;
}) {
  return (
    <>
      {editRoot && <NewReusable />}
      {rows.length === 0 && (
        <p class="app-empty">There are no reusable contents here: texts that several pages show.</p>
      )}
      <ul class="app-list">
        {rows.map((row) => (
          <li id={row.id}>
            <div class="app-list-main">
              {editRoot ? (
                <a dir="auto" href={editRoot + encodeURIComponent(row.id)}>
                  {row.title}
                </a>
              ) : (
                <strong dir="auto">{row.title}</strong>
              )}
              <p class="app-list-facts">
                <Usage usage={row.usage} places={row.places} />
              </p>
              {editRoot && <ReusableActions here={here} row={row} />}
            </div>
          </li>
        ))}
      </ul>
      <MoreLink here={here} cursor={more} what="More reusable contents" />
    </>
  );
}

function NewReusable() {
  return (
    <PostForm class="member-form file-upload">
      <label for="new-title">New reusable content</label>
      <input id="new-title" name="title" placeholder="Title" maxLength={300} required />
      <button class="button button-small" name="do" value="make">
        Create and write it
      </button>
    </PostForm>
  );
}

function ReusableActions({ here, row: { id, title, usage } }: { here: string; row: ReusableRow }) {
  const field = `title-${id}`;
  return (
    <details class="file-delete">
      <summary>Rename or delete…</summary>
      <PostForm class="member-form">
        <input type="hidden" name="id" value={id} />
        <label for={field}>Title</label>
        <input id={field} name="title" value={title} maxLength={300} required />
        <button class="button button-secondary button-small" name="do" value="rename">
          Rename
        </button>
      </PostForm>
      <Danger summary="Delete" action={here} does="delete" label="Delete it" whom={title} fields={{ id }}>
        <p>
          {usage
            ? `${usage.count === 1 ? '1 page shows' : `${usage.count} pages show`} it.`
            : 'No page shows it.'}
        </p>
      </Danger>
    </details>
  );
}
