import { withoutUndefined } from '#platform/without-undefined.js';
import type { OldBlocks } from '../editing/restore-block.js';
import { OtherDetails, PageDetails } from '../preview/page-details.js';
import type { ChangedPage, Changes } from '../preview/changed-pages.js';
import { encodePath } from '../preview/preview-bar.js';
import { PostForm } from '../forms.js';
import { Badges, Counts, GroupBody, VIEW_TITLES } from './diff-parts.js';
import { hunkActions } from './hunk-actions.js';
import type { MarkedQuote } from './mark-quotes.js';
import { MarkdownDiff } from './markdown-diff.js';
import type { LineCounts } from './diff-lines.js';
import type { DiffView, DrawnGroup, DrawnPage } from './page-diffs.js';
import type { BlockTexts } from './review-blocks.js';
import { RestoreForm } from './restore-form.js';
import { ScreenLinks } from './screen-links.js';
import { CommentForm } from './comment-form.js';
import { ThreadBox } from './thread-box.js';
import type { ThreadRights } from './thread-rights.js';
import type { Thread } from './threads.js';

/** Choices of the reader, which the links of the page keep. */
export interface ChangesChoice {
  view: DiffView;
  /** True for only the changes since the last review of the reader. */
  isSince: boolean;
  /** Number of the screen, from 1. */
  screen: number;
}

/** A changed page that is on this screen. */
export interface ShownChange {
  page: ChangedPage;
  drawn: DrawnPage;
  threads: readonly Thread[];
  texts: BlockTexts;
  /** The blocks before that the reader may put back; null for whoever may put back none. */
  old: OldBlocks | null;
}

export interface ChangesView {
  changes: Changes;
  counts: ReadonlyMap<string, LineCounts>;
  viewed: ReadonlySet<string>;
  shown: readonly ShownChange[];
  choice: ChangesChoice;
  screens: number;
  /** Number of the screen on which a page is. */
  screenOf(pageId: string): number;
  /** The revision of the change request with which it is compared; empty for the main content. */
  from: string;
  /** True if the reader has reviewed it before. */
  hasReview: boolean;
  address: string;
  preview: string;
  rights: ThreadRights;
}

/** Everything that a change request changes, page by page. */
export function ChangesPage({ view }: { view: ChangesView }) {
  const { changes, shown, choice, screens, hasReview } = view;
  const link = (changed: Partial<ChangesChoice>) => addressOf(view.address, { ...choice, ...changed });
  return (
    <>
      <div class="review-toolbar">
        <nav aria-label="View">
          {(Object.keys(VIEW_TITLES) as DiffView[]).map((name) => (
            <a href={link({ view: name })} aria-current={name === choice.view ? 'true' : undefined}>
              {VIEW_TITLES[name]}
            </a>
          ))}
        </nav>
        {hasReview && (
          <nav aria-label="Extent">
            <a href={link({ isSince: false, screen: 1 })} aria-current={choice.isSince ? undefined : 'true'}>
              All changes
            </a>
            <a href={link({ isSince: true, screen: 1 })} aria-current={choice.isSince ? 'true' : undefined}>
              Since my review
            </a>
          </nav>
        )}
      </div>
      {changes.pages.length === 0 && (
        <p>{choice.isSince ? 'No page has changed since your review.' : 'No page is changed.'}</p>
      )}
      {changes.pages.length > 0 && <PageList view={view} link={(screen) => link({ screen })} />}
      <OtherDetails diff={changes.diff} />
      {shown.map((change, at) => (
        <PageCard change={change} view={view} previous={shown[at - 1]} next={shown[at + 1]} />
      ))}
      <ScreenLinks screen={choice.screen} screens={screens} link={(screen) => link({ screen })} />
    </>
  );
}

/** The address of the same page with these choices. */
export function addressOf(address: string, { view, isSince, screen }: ChangesChoice): string {
  const query = new URLSearchParams({
    ...(view === 'inline' ? {} : { view }),
    ...(isSince ? { since: 'review' } : {}),
    ...(screen === 1 ? {} : { screen: String(screen) }),
  }).toString();
  return query === '' ? address : `${address}?${query}`;
}

function PageList({ view, link }: { view: ChangesView; link: (screen: number) => string }) {
  const { changes, counts, viewed } = view;
  const count = changes.pages.length;
  return (
    <details class="review-pages" open={count <= 12}>
      <summary>
        {count === 1 ? '1 changed page' : `${count} changed pages`},{' '}
        {changes.pages.filter(({ id }) => viewed.has(id)).length} viewed
      </summary>
      <ol>
        {changes.pages.map((page) => (
          <li>
            <a href={`${link(view.screenOf(page.id))}#p-${page.id}`} dir="auto">
              {page.title}
            </a>
            <Badges page={page} />
            <Counts counts={counts.get(page.id)} />
            {viewed.has(page.id) && <span class="review-viewed">✓ viewed</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

interface CardView {
  change: ShownChange;
  view: ChangesView;
  previous?: ShownChange;
  next?: ShownChange;
}

function PageCard(card: CardView) {
  const { page, drawn, threads } = card.change;
  const { choice, rights } = card.view;
  const inline = addressOf(card.view.address, { ...choice, view: 'inline' });
  const shownKeys = new Set(drawn.groups.flatMap(({ keys }) => keys));
  const isBeside = ({ resource: { target } }: Thread): boolean =>
    choice.view !== 'markdown' && target.node !== undefined && shownKeys.has(target.node.id);
  return (
    <section class="review-page" id={`p-${page.id}`} aria-labelledby={`t-${page.id}`}>
      <PageHead {...card} />
      <PageDetails page={page} />
      {drawn.lines ? (
        <MarkdownDiff
          changes={drawn.lines}
          label={`Markdown of ${page.title}`}
          below={hunkActions(card.change, card.view.from, inline)}
        />
      ) : (
        drawn.groups.map((group) => (
          <Group group={group} change={card.change} rights={rights} from={card.view.from} />
        ))
      )}
      <div class="review-page-talk">
        {threads
          .filter((thread) => !isBeside(thread))
          .map((thread) => (
            <ThreadBox thread={thread} rights={rights} pageHref={`#p-${page.id}`} />
          ))}
        {!page.isDeleted && <CommentForm page={page.id} rights={rights} label="Comment on this page" />}
      </div>
    </section>
  );
}

function PageHead({ change: { page }, view: { counts, viewed, preview }, previous, next }: CardView) {
  const isViewed = viewed.has(page.id);
  return (
    <header class="review-page-head">
      <h2 id={`t-${page.id}`} dir="auto">
        {page.title}
      </h2>
      <Badges page={page} />
      <Counts counts={counts.get(page.id)} />
      <div class="member-actions review-page-actions">
        {!page.isDeleted && <a href={`${preview}/${encodePath(page.path)}`}>Preview</a>}
        {previous && <a href={`#p-${previous.page.id}`}>Previous</a>}
        {next && <a href={`#p-${next.page.id}`}>Next</a>}
        <PostForm>
          <input type="hidden" name="page" value={page.id} />
          <button
            name="do"
            value={isViewed ? 'unview' : 'view'}
            class="button button-secondary button-small"
            aria-pressed={isViewed}
            aria-label={`Viewed: ${page.title}`}
          >
            {isViewed ? '✓ Viewed' : 'Viewed'}
          </button>
        </PostForm>
      </div>
    </header>
  );
}

function Group({
  group,
  change: { page, threads, texts, old },
  rights,
  from,
}: {
  group: DrawnGroup;
  change: ShownChange;
  rights: ThreadRights;
  from: string;
}) {
  const beside = threads.filter(
    ({ resource: { target } }) => target.node && group.keys.includes(target.node.id),
  );
  const body = <GroupBody group={group} quotes={quotesOf(beside)} />;
  if (!group.isChanged && beside.length === 0)
    return (
      <details class="review-same">
        <summary>{group.count === 1 ? '1 unchanged block' : `${group.count} unchanged blocks`}</summary>
        {body}
      </details>
    );
  return (
    <div class="review-block" id={group.key === undefined ? undefined : `b-${group.key}`}>
      {body}
      <div class="review-talk">
        {beside.map((thread) => (
          <ThreadBox thread={thread} rights={rights} />
        ))}
        {group.key !== undefined && !page.isDeleted && (
          <CommentForm
            page={page.id}
            block={group.key}
            wording={texts.wordings.get(group.key)}
            table={texts.tables.get(group.key)}
            rights={rights}
            label="Comment on this block"
          />
        )}
        <RestoreForm group={group} page={page.id} revision={from} old={old} />
      </div>
    </div>
  );
}

/** The words of open threads, to be marked in their block. */
function quotesOf(threads: readonly Thread[]): MarkedQuote[] {
  return threads.flatMap(({ resource: { status, target } }) => {
    if (status !== 'open' || !target.quote) return [];
    const { exact, prefix, suffix } = target.quote;
    return { exact, ...withoutUndefined({ prefix, suffix }), isInCell: target.tableCell !== undefined };
  });
}
