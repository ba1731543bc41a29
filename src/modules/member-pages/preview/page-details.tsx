import type { ContentDiff, Json, LocatedPage, PageChange, PageTag } from '#modules/content/index.js';
import type { ChangedPage } from './changed-pages.js';

/** A line of changes: what changed, from what, to what. */
interface Detail {
  label: string;
  before?: string;
  after?: string;
}

/** Changes of a page beside its text; empty when only the text changed. */
export function PageDetails({ page }: { page: ChangedPage }) {
  return <Details title="Changed settings of this page" details={page.changes.flatMap(detailsOf)} />;
}

/** Changes of a change request beside pages. */
export function OtherDetails({ diff }: { diff: ContentDiff }) {
  const details = [
    ...diff.files.map(({ before, after }) => ({ label: 'File', before: before?.name, after: after?.name })),
    ...diff.reusableContents.map(({ before, after }) => ({
      label: 'Reusable content',
      before: before?.title,
      after: after?.title,
    })),
    ...Object.entries(diff.variables).map(([name, { before, after }]) => ({
      label: `Variable ${name}`,
      before: textOf(before),
      after: textOf(after),
    })),
    ...diff.tags.map(({ before, after }) => ({ label: 'Tag', before: before?.label, after: after?.label })),
    ...(diff.redirects ? [{ label: 'Redirects' }] : []),
  ];
  return <Details title="Beside pages" details={details} />;
}

function Details({ title, details }: { title: string; details: Detail[] }) {
  if (details.length === 0) return null;
  return (
    <section class="diff-details" aria-label={title}>
      <p class="diff-details-title">{title}</p>
      <dl>
        {details.map((detail) => (
          <div>
            <dt>{detail.label}</dt>
            <dd>
              <Sides {...detail} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Sides({ before, after }: Detail) {
  if (before === after) return <>Changed{after === undefined ? '' : `: ${after}`}</>;
  return (
    <>
      {before !== undefined && (
        <del class="diff-words">
          <span class="visually-hidden">Deleted: </span>
          {before}
        </del>
      )}{' '}
      {after !== undefined && (
        <ins class="diff-words">
          <span class="visually-hidden">Added: </span>
          {after}
        </ins>
      )}
    </>
  );
}

function detailsOf(change: PageChange): Detail[] {
  if (change.type === 'page_moved') {
    const { before, after } = change.parent;
    if (before?.id !== after?.id) return [{ label: 'Place', before: placeOf(before), after: placeOf(after) }];
    return [{ label: 'Place', after: `Another one in ${placeOf(after)}` }];
  }
  if (change.type !== 'page_edited') return [];
  return Object.entries(change.fields).map(([name, { before, after }]) => ({
    label: LABELS[name] ?? name,
    before: name === 'tags' ? slugsOf(before) : textOf(before),
    after: name === 'tags' ? slugsOf(after) : textOf(after),
  }));
}

/** The tags of a page, without what surrounds their names. */
function slugsOf(tags: Json | undefined): string | undefined {
  return (tags as unknown as PageTag[] | null | undefined)?.map(({ tag }) => tag.tag).join(', ');
}

const LABELS: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  emoji: 'Emoji',
  icon: 'Icon',
  slug: 'Address',
  hidden: 'Hidden',
  cover: 'Cover',
  layout: 'Layout',
  variables: 'Variables',
  tags: 'Tags',
  target: 'Leads to',
  linkTitle: 'Title in the navigation',
};

function placeOf(parent: LocatedPage | null): string {
  return parent?.title ?? 'the top level';
}

function textOf(value: Json | undefined): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
