import { Injectable } from '@nestjs/common';
import type { Revision } from '#modules/content/index.js';
import { ContentContexts } from '#modules/space-content/index.js';
import { type SpaceRecord, Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { MemberRequest } from '../member-request.js';
import { ChangedPages } from '../preview/changed-pages.js';
import { PreviewPlaces } from '../preview/preview-places.js';
import { PageDiffs } from '../review/page-diffs.js';
import { readChoice } from '../review/review-changes.js';
import { pagesOnScreen } from '../review/screens.js';
import type { ComparedPage, ComparedRevision, ComparisonView } from './comparison-view.js';
import { NOW } from './history-urls.js';
import { RestoreBlock } from '../editing/restore-block.js';

/** Reads the differences of two revisions. */
@Injectable()
export class Comparisons {
  constructor(
    private readonly config: Config,
    private readonly spaces: Spaces,
    private readonly contexts: ContentContexts,
    private readonly places: PreviewPlaces,
    private readonly changed: ChangedPages,
    private readonly diffs: PageDiffs,
    private readonly users: Users,
    private readonly blocks: RestoreBlock,
  ) {}

  /** The differences that the address of a page asks for. @throws NotFound */
  async view({ actor, params, query }: MemberRequest): Promise<{ space: SpaceRecord; view: ComparisonView }> {
    const { space: spaceId = '', revision: named = '' } = params;
    const { space, permissions } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const id = named === NOW ? space.revisionId : named;
    const against = query.get('against') || undefined;
    const only = query.get('page') || undefined;
    const { revision, before } = await this.contexts.comparison(actor, spaceId, id, { from: against });
    const preview = await this.places.find(actor, spaceId, { kind: 'revision', id });
    const all = await this.changed.list(preview, before.snapshot);
    const changes =
      only === undefined ? all : { ...all, pages: all.pages.filter((page) => page.id === only) };
    const isReversed = before.createdAt > revision.createdAt;
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
    const { view: way, screen: wanted } = readChoice(query);
    const { pages, screen, screens, screenOf } = pagesOnScreen(changes.pages, wanted);
    const shown: ComparedPage[] = [];
    for (const page of pages) {
      const drawn = await this.diffs.draw(preview, before.snapshot, page.id, way, new Set());
      const old =
        permissions.edit && !isReversed
          ? await this.blocks.list(space, { ...space, snapshot: before.snapshot }, page.id)
          : null;
      shown.push({ page, drawn, old });
    }
    const sideOf = await this.sides([revision, before]);
    const view: ComparisonView = {
      ...{ root, here: `${root}/~/history/${encodeURIComponent(named)}` },
      before: sideOf(before),
      after: sideOf(revision),
      query: { ...(against ? { against } : {}), ...(only ? { page: only } : {}) },
      changes,
      counts: await this.diffs.countAll(preview, changes),
      shown,
      ...{ view: way, screen, screens, screenOf },
      isReversed,
      isLocked: space.editMode === 'locked',
    };
    return { space, view };
  }

  private async sides(revisions: readonly Revision[]) {
    const people = await this.users.findUsersByIds(revisions.flatMap(({ author }) => author ?? []));
    return ({ id, author, createdAt }: Revision): ComparedRevision => ({
      id,
      author: people.get(author ?? '') ?? null,
      at: createdAt,
    });
  }
}
