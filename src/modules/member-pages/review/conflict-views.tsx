import { Injectable } from '@nestjs/common';
import { renderToString } from 'preact-render-to-string';
import { ChangeRequestConflicts, type ConflictRow } from '#modules/change-requests/index.js';
import { ContentStore } from '#modules/content/index.js';
import { type DocumentBlock, emptyDocument, serializeMarkdown } from '#modules/documents/index.js';
import type { Actor } from '#platform/http/actor.js';
import { isBlock, isEditable } from './conflict-edits.js';
import type { ShownConflict } from './conflicts-view.js';
import { nameRegions, PageDiffs } from './page-diffs.js';
import type { ReviewPlace } from './review-place.js';

/** Conflicts on one page of members; the others follow when some of these have a choice. */
const MOST = 100;

const FIELDS: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  emoji: 'Emoji',
  icon: 'Icon',
  slug: 'Address',
  hidden: 'Hidden',
  cover: 'Cover',
  layout: 'Layout',
  tags: 'Tags',
};

/** Reads the conflicts of a change request, drawn in the looks of its site. */
@Injectable()
export class ConflictViews {
  constructor(
    private readonly conflicts: ChangeRequestConflicts,
    private readonly store: ContentStore,
    private readonly diffs: PageDiffs,
  ) {}

  /** Open ones first. @throws NotFound */
  async list(actor: Actor, place: ReviewPlace): Promise<{ items: ShownConflict[]; hidden: number }> {
    const { spaceId, id, organizationId, snapshot } = place.found.changeRequest;
    const { items } = await this.conflicts.list(actor, spaceId, id, { limit: 1000 });
    const open = items.filter(({ resolution }) => resolution === null);
    const rows = [...open, ...items.filter(({ resolution }) => resolution !== null)].slice(0, MOST);
    const pages = rows.flatMap(({ place: { page } }) => (page === undefined ? [] : [page]));
    const titles = new Map<string, string>();
    for (const content of [place.space.snapshot, snapshot])
      for (const page of (await this.store.locatePages(organizationId, content, pages)).values())
        titles.set(page.id, page.title);
    const shown: ShownConflict[] = [];
    for (const row of rows) shown.push(await this.show(place, row, titles));
    return { items: shown, hidden: items.length - rows.length };
  }

  private async show(
    place: ReviewPlace,
    row: ConflictRow,
    titles: ReadonlyMap<string, string>,
  ): Promise<ShownConflict> {
    const { base, main, mine } = row.values;
    const draw = (value: unknown) => this.draw(place, row, value, titles);
    return {
      row,
      place: placeOf(row, titles),
      base: nameRegions(await draw(base), 'Before both'),
      main: nameRegions(await draw(main), 'Main content'),
      mine: nameRegions(await draw(mine), 'Change request'),
      markdown: isEditable(row)
        ? serializeMarkdown({ ...emptyDocument(), nodes: [mine as unknown as DocumentBlock] }).trimEnd()
        : null,
    };
  }

  private async draw(
    { preview }: ReviewPlace,
    { kind }: ConflictRow,
    value: unknown,
    titles: ReadonlyMap<string, string>,
  ): Promise<string> {
    if (value === null) return '';
    if (isBlock(value)) return this.diffs.drawBlocks(preview, [value as DocumentBlock]);
    if (kind === 'parent' && typeof value === 'string')
      return renderToString(<p>Below {titles.get(value) ?? 'another page'}</p>);
    if (kind === 'document' || kind === 'page-deleted' || kind === 'reusable-content')
      return renderToString(<p>{kind === 'page-deleted' ? 'The page, with its text' : 'Another text'}</p>);
    return renderToString(<p class="review-plain">{textOf(value)}</p>);
  }
}

function placeOf({ kind, place }: ConflictRow, titles: ReadonlyMap<string, string>): string {
  const page = place.page === undefined ? undefined : (titles.get(place.page) ?? 'A deleted page');
  switch (kind) {
    case 'block':
      return `A block of ${page}`;
    case 'field':
      return `${FIELDS[place.field ?? ''] ?? place.field} of ${page ?? 'a reusable content'}`;
    case 'document':
      return `The text of ${page}`;
    case 'page-deleted':
      return `${page}: deleted on one side, changed on the other`;
    case 'parent':
      return `The place of ${page}`;
    case 'file':
      return 'A file';
    case 'reusable-content':
      return 'A reusable content';
    case 'variable':
      return `The variable ${place.field}`;
    case 'tag':
      return `The tag ${place.field}`;
    case 'redirect':
      return `The redirect of ${place.field}`;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
