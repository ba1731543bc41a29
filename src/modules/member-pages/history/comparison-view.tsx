import type { OldBlocks } from '../editing/restore-block.js';
import { encodePath } from '../preview/preview-bar.js';
import type { ChangedPage, Changes } from '../preview/changed-pages.js';
import { OtherDetails, PageDetails } from '../preview/page-details.js';
import { Badges, Counts, GroupBody, VIEW_TITLES } from '../review/diff-parts.js';
import { MarkdownDiff } from '../review/markdown-diff.js';
import type { LineCounts } from '../review/diff-lines.js';
import type { DiffView, DrawnGroup, DrawnPage } from '../review/page-diffs.js';
import { isRestorable, RestoreForm } from '../review/restore-form.js';
import { ScreenLinks } from '../review/screen-links.js';
import { Ago } from '../shell/ago.js';
import { FaceName, type Person } from '../shell/face.js';

/** One of the two revisions that are compared. */
export interface ComparedRevision {
  id: string;
  author: Person | null;
  at: Date;
}

/** A page that differs, and is on this screen. */
export interface ComparedPage {
  page: ChangedPage;
  drawn: DrawnPage;
  /** The blocks before that the reader may put back; null for whoever may put back none. */
  old: OldBlocks | null;
}

export interface ComparisonView {
  /** Path of the space. */
  root: string;
  /** Path of the comparison. */
  here: string;
  before: ComparedRevision;
  after: ComparedRevision;
  /** Members of the address that links keep: the page, where only one is shown, and the revision before. */
  query: Readonly<{ against?: string; page?: string }>;
  changes: Changes;
  counts: ReadonlyMap<string, LineCounts>;
  shown: readonly ComparedPage[];
  view: DiffView;
  /** Number of the screen, from 1. */
  screen: number;
  screens: number;
  /** True if the revision before is the newer one. */
  isReversed: boolean;
  /** True where restoring opens a change request. */
  isLocked: boolean;
  /** Number of the screen on which a page is. */
  screenOf(pageId: string): number;
}

/** The differences of two revisions, page by page. */
export function Comparison({ view }: { view: ComparisonView }) {
  const { root, before, after, screen, screens } = view;
  return (
    <>
      <dl class="review-compared">
        <Side title="Before" revision={before} root={root} />
        <Side title="After" revision={after} root={root} />
      </dl>
      {view.isReversed && <Reversed view={view} />}
      {view.shown.some(
        ({ drawn, old }) => !drawn.lines && drawn.groups.some((group) => isRestorable(group, old)),
      ) && (
        <p class="member-hint">
          {view.isLocked
            ? 'A block that you restore goes into a new change request, as the space is locked.'
            : 'A block that you restore is put into the page as it is now, in a new revision; the rest of the page stays.'}
        </p>
      )}
      <div class="review-toolbar">
        <nav aria-label="View">
          {(Object.keys(VIEW_TITLES) as DiffView[]).map((name) => (
            <a href={linkTo(view, { view: name })} aria-current={name === view.view ? 'true' : undefined}>
              {VIEW_TITLES[name]}
            </a>
          ))}
        </nav>
      </div>
      {view.query.page === undefined ? <Extent view={view} /> : <OnePage view={view} />}
      {view.shown.map((change) => (
        <PageCard change={change} view={view} />
      ))}
      <ScreenLinks screen={screen} screens={screens} link={(to) => linkTo(view, { screen: to })} />
    </>
  );
}

function Side({ title, revision, root }: { title: string; revision: ComparedRevision; root: string }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <FaceName person={revision.author} /> <Ago at={revision.at} />
        {' · '}
        <a href={`${root}/~/revisions/${encodeURIComponent(revision.id)}`}>
          Look at it<span class="visually-hidden">, {title.toLowerCase()}</span>
        </a>
      </dd>
    </div>
  );
}

function Reversed({ view: { root, before, after, query, view } }: { view: ComparisonView }) {
  const here = `${root}/~/history/${encodeURIComponent(before.id)}`;
  const turned = addressOf(here, { ...query, against: after.id }, view);
  return (
    <p class="member-hint">
      This comparison is reversed: it goes from the newer revision to the older one.{' '}
      <a href={turned}>Compare the older with the newer one</a>
    </p>
  );
}

/** All that differs: the list of pages, files, variables. */
function Extent({ view }: { view: ComparisonView }) {
  return (
    <>
      {view.changes.pages.length === 0 ? <p>No page differs.</p> : <PageList view={view} />}
      <OtherDetails diff={view.changes.diff} />
    </>
  );
}

function OnePage({ view: { changes, here, query, view } }: { view: ComparisonView }) {
  const { page: _page, ...others } = query;
  return (
    <p class="member-hint">
      {changes.pages.length === 0
        ? 'The page is the same in both revisions.'
        : 'Only one page is shown here.'}{' '}
      <a href={addressOf(here, others, view)}>Show all that differs</a>
    </p>
  );
}

function PageList({ view }: { view: ComparisonView }) {
  const { pages } = view.changes;
  return (
    <details class="review-pages" open={pages.length <= 12}>
      <summary>{pages.length === 1 ? '1 changed page' : `${pages.length} changed pages`}</summary>
      <ol>
        {pages.map((page) => (
          <li>
            <a href={`${linkTo(view, { screen: view.screenOf(page.id) })}#p-${page.id}`} dir="auto">
              {page.title}
            </a>
            <Badges page={page} />
            <Counts counts={view.counts.get(page.id)} />
          </li>
        ))}
      </ol>
    </details>
  );
}

function PageCard({ change, view }: { change: ComparedPage; view: ComparisonView }) {
  const { page, drawn, old } = change;
  const past = `${view.root}/~/revisions/${encodeURIComponent(view.after.id)}`;
  return (
    <section class="review-page" id={`p-${page.id}`} aria-labelledby={`t-${page.id}`}>
      <header class="review-page-head">
        <h2 id={`t-${page.id}`} dir="auto">
          {page.title}
        </h2>
        <Badges page={page} />
        <Counts counts={view.counts.get(page.id)} />
        <div class="member-actions review-page-actions">
          {!page.isDeleted && <a href={`${past}/${encodePath(page.path)}`}>Page at that time</a>}
          <a href={`${view.root}/~/history/pages/${encodeURIComponent(page.id)}`}>History of the page</a>
        </div>
      </header>
      <PageDetails page={page} />
      {old?.refusal != null && <p class="member-hint">{old.refusal}</p>}
      {drawn.lines ? (
        <MarkdownDiff changes={drawn.lines} label={`Markdown of ${page.title}`} />
      ) : (
        drawn.groups.map((group) => <Group group={group} change={change} revision={view.before.id} />)
      )}
    </section>
  );
}

interface GroupProps {
  group: DrawnGroup;
  change: ComparedPage;
  /** The revision before. */
  revision: string;
}

function Group({ group, change: { page, old }, revision }: GroupProps) {
  if (group.isChanged)
    return (
      <div class="review-block">
        <GroupBody group={group} />
        <RestoreForm group={group} page={page.id} revision={revision} old={old} />
      </div>
    );
  return (
    <details class="review-same">
      <summary>{group.count === 1 ? '1 unchanged block' : `${group.count} unchanged blocks`}</summary>
      <GroupBody group={group} />
    </details>
  );
}

function linkTo(
  { here, query, view }: ComparisonView,
  changed: { view?: DiffView; screen?: number },
): string {
  return addressOf(here, query, changed.view ?? view, changed.screen);
}

function addressOf(here: string, query: ComparisonView['query'], view: DiffView, screen = 1): string {
  const members = new URLSearchParams({
    ...query,
    ...(view === 'inline' ? {} : { view }),
    ...(screen === 1 ? {} : { screen: String(screen) }),
  }).toString();
  return members === '' ? here : `${here}?${members}`;
}
