import { counted, Ago, Hidden, PostForm, SpaceMark } from '#modules/member-pages/index.js';
import { Icon } from '#modules/publishing/index.js';
import type { ContentCounts, ContentItem } from '#modules/spaces/index.js';
import type { ContentUrls } from './content-frame.js';

/** Names of editors that a row shows. */
const MOST_EDITORS = 3;

/** The name of an item in forms. */
export function keyOf(item: ContentItem): string {
  return item.kind === 'space' ? `space:${item.view.space.id}` : `collection:${item.view.collection.id}`;
}

interface RowView {
  here: string;
  urls: ContentUrls;
  item: ContentItem;
  /** The place of what a search found; null in the list of a level. */
  place: string | null;
  editors: readonly string[];
  /** The names of the items before and after it; null where it cannot go there. */
  before: string | null;
  after: string | null;
  /** The item lies in the level that is shown, so its place among the others can be changed. */
  isOrdered: boolean;
}

/** A space or a collection in a list, with what is going on in it. */
export function ContentRow(row: RowView) {
  const { urls, item, place, editors, isOrdered } = row;
  const isSpace = item.kind === 'space';
  const into = isSpace || !item.view.permissions.create ? undefined : item.view.collection.id;
  return (
    <li
      data-item={keyOf(item)}
      data-into={into}
      data-ordered={isOrdered ? '' : undefined}
      draggable={item.view.permissions.admin ? true : undefined}
    >
      {isSpace ? (
        <SpaceMark space={item.view.space} />
      ) : (
        <span class="app-space-mark">
          <Icon name="folder" />
        </span>
      )}
      <div class="app-list-main">
        <a
          href={isSpace ? urls.space(item.view.space.id) : urls.level(item.view.collection.id)}
          draggable={false}
          dir="auto"
        >
          {titleOf(item)}
        </a>
        {place !== null && (
          <p class="app-list-facts">
            in <bdi>{place}</bdi>
          </p>
        )}
        <p class="app-list-facts">
          <Facts item={item} editors={editors} />
        </p>
      </div>
      {item.view.permissions.admin && <Actions row={row} />}
    </li>
  );
}

function Actions({ row: { here, urls, item, before, after, isOrdered } }: { row: RowView }) {
  const title = titleOf(item);
  return (
    <div class="contents-actions">
      {isOrdered && before !== null && (
        <Step here={here} item={item} fields={{ before }} label="Move up" icon="chevron-up" />
      )}
      {isOrdered && after !== null && (
        <Step here={here} item={item} fields={{ after }} label="Move down" icon="chevron-down" />
      )}
      <a
        class="icon-button"
        href={
          item.kind === 'space'
            ? urls.spaceSettings(item.view.space.id)
            : urls.collectionSettings(item.view.collection.id)
        }
        aria-label={`Settings: ${title}`}
        title="Settings"
        draggable={false}
      >
        <Icon name="gear" />
      </a>
    </div>
  );
}

function titleOf(item: ContentItem): string {
  return item.kind === 'space' ? item.view.space.title : item.view.collection.title;
}

function Step({
  here,
  item,
  fields,
  label,
  icon,
}: {
  here: string;
  item: ContentItem;
  fields: Record<string, string>;
  label: string;
  icon: string;
}) {
  return (
    <PostForm action={here}>
      <Hidden fields={{ item: keyOf(item), ...fields }} />
      <button
        type="submit"
        name="do"
        value="move"
        class="icon-button"
        aria-label={`${label}: ${titleOf(item)}`}
        title={label}
      >
        <Icon name={icon} />
      </button>
    </PostForm>
  );
}

/** Numbers of what is in a collection, in words; none for an empty one. */
export function contentWords({ spaces, collections, archived }: ContentCounts): string[] {
  return [
    ...(spaces > 0 ? [counted(spaces, 'space')] : []),
    ...(collections > 0 ? [counted(collections, 'collection')] : []),
    ...(archived > 0 ? [`${archived} archived`] : []),
  ];
}

function Facts({ item, editors }: { item: ContentItem; editors: readonly string[] }) {
  if (item.kind === 'collection') {
    const inside = contentWords(item.counts);
    return <>{inside.length === 0 ? 'empty' : inside.join(' · ')}</>;
  }
  const { space } = item.view;
  const numbers = [
    [space.changeRequestsOpen, 'open change request'],
    [space.changeRequestsDraft, 'draft'],
    [space.commentsOpen, 'open comment'],
  ] as const;
  return (
    <>
      {numbers.filter(([count]) => count > 0).map(([count, noun]) => `${counted(count, noun)} · `)}
      {space.archivedAt !== null && 'archived · '}
      {space.editMode === 'locked' && 'locked · '}
      {space.publishedVisibility !== null && 'published · '}
      changed <Ago at={space.updatedAt} />
      {editors.length > 0 && (
        <>
          {' · '}worked on by <bdi>{editors.slice(0, MOST_EDITORS).join(', ')}</bdi>
          {editors.length > MOST_EDITORS && ` and ${editors.length - MOST_EDITORS} more`}
        </>
      )}
    </>
  );
}
