import {
  Empty,
  Field,
  type FormState,
  MoreLink,
  Outcome,
  PostForm,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { ContentItem } from '#modules/spaces/index.js';
import type { CollectionPaths } from './collection-paths.js';
import { contentFrame, type ContentUrls, contentUrls } from './content-frame.js';
import { ContentRow, keyOf } from './content-row.js';

export interface ContentListView {
  organizationId: string;
  /** The collection whose contents are shown; null for the top level. */
  level: string | null;
  paths: CollectionPaths;
  items: readonly ContentItem[];
  /** Number of all that the list holds. */
  count: number;
  /** Cursor of what follows. */
  more: string | null;
  isFirstPage: boolean;
  /** Words that titles were looked for with; empty without a search. */
  search: string;
  /** The member may make spaces and collections here. */
  mayCreate: boolean;
  /** The member may make them here or in a collection. */
  mayCreateSomewhere: boolean;
  /** The member may change the settings of this collection. */
  maySettings: boolean;
  /** Nothing is shown, but the member sees archived spaces or collections. */
  hasArchived: boolean;
  /** Names of those who worked on each space last. */
  editors: ReadonlyMap<string, readonly string[]>;
  state: FormState;
}

/** The collections and spaces of one level, or those that a search found. */
export function contentList(base: string, view: ContentListView): ShownPage {
  const { organizationId, level, paths, search, state, more } = view;
  const urls = contentUrls(base, organizationId);
  const around = paths.around(level);
  const here = urls.level(level);
  return shownPage(
    contentFrame(base, organizationId, '', {
      ...(around.length === 0 ? {} : { title: around.at(-1)!.title, collectionId: level! }),
      actions: <Actions urls={urls} view={view} />,
      bundles: ['contents'],
    }),
    <>
      <Outcome {...state} />
      <Filter urls={urls} search={search} />
      {search === '' && around.length > 0 && <Path urls={urls} view={view} />}
      {search === '' && view.mayCreate && <NewCollection here={here} state={state} />}
      <Items here={here} urls={urls} view={view} />
      <MoreLink
        here={urls.root}
        cursor={more}
        what="More"
        query={{ ...(level === null ? {} : { in: level }), ...(search === '' ? {} : { search }) }}
      />
      {view.items.length > 0 && <DragForm here={here} />}
    </>,
  );
}

function Actions({
  urls,
  view: { level, mayCreate, maySettings },
}: {
  urls: ContentUrls;
  view: ContentListView;
}) {
  return (
    <>
      {maySettings && level !== null && (
        <a class="button button-secondary button-medium" href={urls.collectionSettings(level)}>
          Settings
        </a>
      )}
      {mayCreate && (
        <a
          class="button button-primary button-medium"
          href={level === null ? urls.newSpace : `${urls.newSpace}?collection=${encodeURIComponent(level)}`}
        >
          New space
        </a>
      )}
    </>
  );
}

function Filter({ urls, search }: { urls: ContentUrls; search: string }) {
  return (
    <form class="people-filter" method="get" action={urls.root} role="search">
      <div>
        <Field
          name="search"
          label="Title of a space or collection"
          type="search"
          value={search}
          maxLength={255}
        />
      </div>
      <button type="submit" class="button button-secondary button-medium">
        Search
      </button>
      {search !== '' && <a href={urls.root}>Show all</a>}
    </form>
  );
}

/** The collections around the level; things can be dropped on each of them. */
function Path({ urls, view: { level, paths } }: { urls: ContentUrls; view: ContentListView }) {
  const around = paths.around(level);
  const steps = [{ id: null, title: 'Top level' }, ...around];
  return (
    <nav class="contents-path" aria-label="Place">
      <ol>
        {steps.map(({ id, title }) => (
          <li>
            {id === level ? (
              <span aria-current="page" dir="auto">
                {title}
              </span>
            ) : (
              <a href={urls.level(id)} data-into={id ?? ''} dir="auto">
                {title}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function NewCollection({ here, state }: { here: string; state: FormState }) {
  const typed = state.typed?.get('do') === 'create' ? (state.typed.get('title') ?? '') : '';
  return (
    <details class="contents-new" open={typed !== ''}>
      <summary>New collection</summary>
      <PostForm action={here} class="member-form">
        <Field
          name="title"
          label="Title"
          value={typed}
          required
          maxLength={50}
          autocomplete="off"
          hint="A collection keeps spaces and further collections together, and can let people into all of them at once."
        />
        <Submit does="create" label="Create the collection" kind="primary" />
      </PostForm>
    </details>
  );
}

function Items({ here, urls, view }: { here: string; urls: ContentUrls; view: ContentListView }) {
  const { items, level, search, paths, editors } = view;
  if (items.length === 0) return <Nothing urls={urls} view={view} />;
  const mayOrder = search === '';
  return (
    <>
      {mayOrder && (
        <p class="member-hint contents-help" data-drag-help hidden>
          Drag a row between others to change the order, or onto a collection to put it there
          {level === null ? '.' : '; drag it onto the path above to take it out.'}
        </p>
      )}
      <ul class="app-list contents" data-contents data-level={level ?? ''}>
        {items.map((item, index) => (
          <ContentRow
            here={here}
            urls={urls}
            item={item}
            place={search === '' ? null : paths.nameOf(parentOf(item))}
            editors={item.kind === 'space' ? (editors.get(item.view.space.id) ?? []) : []}
            before={mayOrder ? neighbour(items[index - 1], level) : null}
            after={mayOrder ? neighbour(items[index + 1], level) : null}
            isOrdered={mayOrder && parentOf(item) === level}
          />
        ))}
      </ul>
    </>
  );
}

function Nothing({ urls, view }: { urls: ContentUrls; view: ContentListView }) {
  const { search, level, mayCreate, mayCreateSomewhere } = view;
  if (search !== '')
    return (
      <Empty>
        <p>No space or collection that you see has this in its title.</p>
      </Empty>
    );
  if (level !== null)
    return (
      <Empty>
        <p>
          {view.hasArchived ? <NothingLive urls={urls} /> : 'This collection is empty.'}{' '}
          {mayCreate && (
            <>
              <a href={`${urls.newSpace}?collection=${encodeURIComponent(level)}`}>Create a space in it</a>,
              or drag one onto the collection at the <a href={urls.root}>top level</a>.
            </>
          )}
        </p>
      </Empty>
    );
  if (view.hasArchived)
    return (
      <Empty>
        <p>
          <NothingLive urls={urls} />
        </p>
      </Empty>
    );
  return (
    <Empty>
      <p>There are no spaces yet. A space holds pages; a collection holds spaces that belong together.</p>
      {mayCreateSomewhere ? (
        <p>
          <a href={urls.newSpace}>Create the first space</a>, empty or from a template, or{' '}
          <a href={`${urls.newSpace.replace(/new-space$/, 'welcome')}`}>begin with an import</a>.
        </p>
      ) : (
        <p>People with the role “create” or a stronger one in the organization can make one.</p>
      )}
    </Empty>
  );
}

function NothingLive({ urls }: { urls: ContentUrls }) {
  return (
    <>
      Nothing is here, apart from what may be <a href={urls.archived}>archived</a>.
    </>
  );
}

/** The form that scripts fill in when a row was dropped. */
function DragForm({ here }: { here: string }) {
  return (
    <PostForm action={here} class="contents-drag" data={{ drag: '' }}>
      {['item', 'parent', 'before', 'after'].map((name) => (
        <input type="hidden" name={name} disabled />
      ))}
      <input type="hidden" name="do" value="move" />
    </PostForm>
  );
}

function neighbour(item: ContentItem | undefined, level: string | null): string | null {
  return item && parentOf(item) === level ? keyOf(item) : null;
}

function parentOf(item: ContentItem): string | null {
  return item.kind === 'space' ? item.view.space.parentId : item.view.collection.parentId;
}
