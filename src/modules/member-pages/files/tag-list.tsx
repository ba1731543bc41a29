import type { ContentTag } from '#modules/content/index.js';
import type { UsageView } from '#modules/links/index.js';
import { COLORS, colorName } from '#modules/documents/index.js';
import { counted } from '../counted.js';
import { Choice, Danger, Field, type Option, Submit } from '../fields.js';
import { PostForm } from '../forms.js';
import { MoreLink } from '../more-link.js';
import type { Place } from '../shell/shell-view.js';

export interface TagRow {
  tag: ContentTag;
  href: string;
  usage: UsageView | undefined;
}

/** The tags of a content, with the number of pages that have each. */
export function TagList({ rows, mayEdit }: { rows: readonly TagRow[]; mayEdit: boolean }) {
  return (
    <>
      {rows.length === 0 && (
        <p class="app-empty">There are no tags here: words such as “New” or “Beta” that pages can have.</p>
      )}
      <ul class="app-list">
        {rows.map(({ tag, href, usage }) => (
          <li>
            <div class="app-list-main">
              <a href={href} dir="auto" class={classOf(tag)}>
                {tag.label}
              </a>
              <p class="app-list-facts">
                {usage ? `On ${counted(usage.count, 'page')}` : 'On no page'} · <code>{tag.slug}</code>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {mayEdit && <NewTag />}
    </>
  );
}

function NewTag() {
  return (
    <section aria-labelledby="new-tag">
      <h2 id="new-tag">New tag</h2>
      <PostForm class="member-form">
        <TagFields />
        <Submit does="make" label="Create the tag" kind="primary" />
      </PostForm>
    </section>
  );
}

export interface TagDetailsView {
  here: string;
  tag: ContentTag;
  /** Pages and reusable contents that name it, also those of other spaces. */
  usedIn: readonly Place[];
  more: string | null;
  /** Number of pages and reusable contents of this content that name it. */
  count: number;
  mayEdit: boolean;
}

/** One tag: the pages that have it, and the forms that change it. */
export function TagDetails({ view: { here, tag, usedIn, more, count, mayEdit } }: { view: TagDetailsView }) {
  return (
    <>
      <section aria-labelledby="tag-uses">
        <h2 id="tag-uses">Pages with this tag</h2>
        {usedIn.length === 0 && <p class="app-empty">No page has this tag.</p>}
        <ul class="app-list">
          {usedIn.map(({ href, title }) => (
            <li>
              <a href={href} dir="auto">
                {title}
              </a>
            </li>
          ))}
        </ul>
        <MoreLink here={here} cursor={more} what="More pages" />
      </section>
      {mayEdit && (
        <section aria-labelledby="tag-change">
          <h2 id="tag-change">Change it</h2>
          <PostForm class="member-form">
            <TagFields tag={tag} />
            <Submit does="change" label="Save" kind="primary" />
          </PostForm>
          <Danger summary="Delete" action={here} does="delete" label="Delete the tag" whom={tag.label}>
            <p>
              {count === 0
                ? 'No page has it.'
                : `${counted(count, 'page')} will lose it. Updates in texts that name it are broken links then.`}
            </p>
          </Danger>
        </section>
      )}
    </>
  );
}

const OPTIONS: Option[] = [...COLORS].map((name) => [
  name,
  name.startsWith('$') ? `${name.slice(1)} (of the theme)` : name,
]);

function TagFields({ tag }: { tag?: ContentTag }) {
  return (
    <>
      <Field name="label" label="Label" value={tag?.label ?? ''} required maxLength={50} dir="auto" />
      <Choice name="color" label="Colour" chosen={tag?.color ?? 'default'} options={OPTIONS} />
      <Field
        name="icon"
        label="Icon"
        hint="Name of an icon, such as flask. A tag has an icon or an emoji, not both."
        value={tag?.icon ?? ''}
        maxLength={50}
      />
      <Field name="emoji" label="Emoji" value={tag?.emoji ?? ''} maxLength={50} />
    </>
  );
}

function classOf({ color }: ContentTag): string | undefined {
  const name = colorName(color);
  return name === undefined ? undefined : `color-${name}`;
}
