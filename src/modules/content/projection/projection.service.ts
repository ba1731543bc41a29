import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { ContentRef } from '#modules/documents/index.js';
import { ContentStore } from '../content-store.js';
import type { PageNode } from '../content.types.js';
import { ObjectStore } from '../objects/object-store.js';
import { childCount } from '../objects/page-list.js';
import { EMPTY_SNAPSHOT, readSnapshot } from '../tree/snapshot.js';
import { sameJson } from '#platform/canonical-json.js';
import { pathIn, treeDelta } from '../tree/tree-delta.js';
import { pagesToPlace, placePages, projectChanges, projectTree, repathedPages } from './project-pages.js';
import { EntriesRepository } from './entries.repository.js';
import { FormerPathsRepository } from './former-paths.repository.js';
import { projectEntryChanges } from './project-entries.js';
import { ProjectionFollowers } from './projection-followers.js';
import { ProjectionRepository } from './projection.repository.js';
import type { NamingPage, ProjectedEntry, ProjectedPage, ProjectedPageRow } from './projection.types.js';

/**
 * One row for each page of a space's current content. The rows can be rebuilt from the tree at any time, and the
 * projection notes which snapshot they show: readers ask for a snapshot and walk the tree when the answer is null.
 */
@Injectable()
export class Projection {
  constructor(
    private readonly db: Database,
    private readonly projection: ProjectionRepository,
    private readonly entries: EntriesRepository,
    private readonly formerPaths: FormerPathsRepository,
    private readonly content: ContentStore,
    private readonly objects: ObjectStore,
    private readonly clock: Clock,
    private readonly followers: ProjectionFollowers,
  ) {}

  /**
   * Follows a space's pointer from one snapshot to the next, in the transaction that moves it; the cost follows the
   * difference. Answers false when the rows show neither snapshot (a duplicated space that was not built yet): then
   * have them rebuilt.
   */
  advance(organizationId: string, spaceId: string, from: string, to: string): Promise<boolean> {
    return this.db.transaction(async () => {
      const reader = this.objects.forOrganization(organizationId);
      const [before, after] = [await readSnapshot(reader, from), await readSnapshot(reader, to)];
      const delta = await treeDelta(reader, before, after);
      const shown = await this.projection.lock(organizationId, spaceId, pagesToPlace(delta));
      if (shown.snapshot === to) return true;
      if (shown.snapshot !== from && !(shown.snapshot === null && (await this.isEmpty(organizationId, from))))
        return false;
      const deleted = [...delta.deleted.keys()];
      if (deleted.length > 0) {
        await this.projection.deletePages(organizationId, spaceId, deleted);
        await this.followers.deleted(organizationId, spaceId, deleted);
      }
      const pages = projectChanges(delta, placePages(delta, shown.positions));
      await this.projection.save(organizationId, spaceId, { snapshot: to, pages, now: this.clock.now() });
      const repathed = repathedPages(delta);
      if (repathed.length > 0) {
        await this.projection.updatePathsBelow(organizationId, spaceId, repathed);
        const former = repathed.map((pageId) => ({ pageId, path: pathIn(delta.before, pageId) }));
        await this.formerPaths.save(organizationId, spaceId, former);
      }
      const changed = pages.filter(({ pageId }) => delta.created.has(pageId) || delta.edited.has(pageId));
      if (changed.length > 0) await this.followers.saved(organizationId, spaceId, changed);
      await this.entries.apply(organizationId, spaceId, await projectEntryChanges(reader, before, after));
      return true;
    });
  }

  /** Rebuilds the rows from a snapshot. */
  async rebuild(organizationId: string, spaceId: string, snapshot: string): Promise<void> {
    const rows = projectTree(await this.content.readTree(organizationId, snapshot));
    const entries = await this.entriesOf(organizationId, snapshot);
    await this.db.transaction(async () => {
      await this.projection.lock(organizationId, spaceId);
      await this.projection.dropPages(organizationId, spaceId);
      await this.entries.drop(organizationId, spaceId);
      await this.entries.apply(organizationId, spaceId, { put: entries, removed: [] });
      await this.projection.upsertPages(organizationId, spaceId, rows);
      await this.projection.saveSnapshot(organizationId, spaceId, snapshot, this.clock.now());
      await this.followers.rebuilt(organizationId, spaceId);
    });
  }

  /** Compares the rows with the tree that they show: differences in words, an empty list without any. */
  async verify(organizationId: string, spaceId: string): Promise<string[]> {
    const snapshot = await this.projection.findSnapshot(organizationId, spaceId);
    if (snapshot === null) return ['The space has no projection.'];
    const tree = await this.content.readTree(organizationId, snapshot);
    const entries = await this.entriesOf(organizationId, snapshot);
    return [
      ...compare(tree, await this.projection.listRows(organizationId, spaceId)),
      ...compareEntries(entries, await this.entries.list(organizationId, spaceId)),
    ];
  }

  async drop(organizationId: string, spaceId: string): Promise<void> {
    await this.projection.drop(organizationId, spaceId);
    await this.entries.drop(organizationId, spaceId);
    await this.formerPaths.drop(organizationId, spaceId);
  }

  /** The snapshot that the rows show; null without rows. */
  shownSnapshot(organizationId: string, spaceId: string): Promise<string | null> {
    return this.projection.findSnapshot(organizationId, spaceId);
  }

  async isCurrent(organizationId: string, spaceId: string, snapshot: string): Promise<boolean> {
    return (await this.projection.findSnapshot(organizationId, spaceId)) === snapshot;
  }

  /** All pages, siblings in order, in one statement; null when the rows show another snapshot. */
  listPages(organizationId: string, spaceId: string, snapshot: string): Promise<ProjectedPage[] | null> {
    return this.projection.listPages(organizationId, spaceId, snapshot);
  }

  /** `{ page: null }` when the page does not exist; null when the rows show another snapshot. */
  findPage(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    pageId: string,
  ): Promise<{ page: ProjectedPage | null } | null> {
    return this.projection.findPage(organizationId, spaceId, snapshot, pageId);
  }

  /** `{ page: null }` when no page has the path; null when the rows show another snapshot. */
  findPageByPath(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    path: string,
  ): Promise<{ page: ProjectedPage | null } | null> {
    return this.projection.findPageByPath(organizationId, spaceId, snapshot, path);
  }

  /** The computed pages of one space's current content. */
  listComputed(organizationId: string, spaceId: string): Promise<string[]> {
    return this.projection.listComputed(organizationId, spaceId);
  }

  /** Spaces with a page computed from the target of `ref`. */
  listSpacesComputedFrom(organizationId: string, ref: ContentRef): Promise<string[]> {
    return this.projection.listSpacesComputedFrom(organizationId, ref);
  }

  /** Pages of the current contents that are computed from the target of `ref`, or have a block that names it. @param most of them. */
  listNamingPages(organizationId: string, ref: ContentRef, most: number): Promise<NamingPage[]> {
    return this.projection.listNamingPages(organizationId, ref, most);
  }

  /**
   * The spaces among some that change whenever a computed page does: its own space, the spaces that hold the page too
   * (a translation, a copy), the spaces with pages computed from any of these, and so on.
   */
  listChangingWith(
    organizationId: string,
    page: { spaceId: string; page: string },
    among: readonly string[],
  ): Promise<string[]> {
    return this.projection.listChangingWith(organizationId, page, among);
  }

  private async entriesOf(organizationId: string, snapshot: string): Promise<ProjectedEntry[]> {
    const reader = this.objects.forOrganization(organizationId);
    const changes = await projectEntryChanges(reader, EMPTY_SNAPSHOT, await readSnapshot(reader, snapshot));
    return changes.put;
  }

  private async isEmpty(organizationId: string, snapshot: string): Promise<boolean> {
    return (
      childCount((await readSnapshot(this.objects.forOrganization(organizationId), snapshot)).pages) === 0
    );
  }
}

function compare(tree: readonly PageNode[], rows: readonly ProjectedPageRow[]): string[] {
  const differences: string[] = [];
  const byId = new Map(rows.map((row) => [row.pageId, row]));
  const byParent = new Map<string | null, string[]>();
  for (const { parentId, pageId } of rows) {
    if (!byParent.has(parentId)) byParent.set(parentId, []);
    byParent.get(parentId)?.push(pageId);
  }
  const visit = (nodes: readonly PageNode[], parent: string | null): void => {
    const order = (byParent.get(parent) ?? []).join(', ');
    const expected = nodes.map((node) => node.id).join(', ');
    byParent.delete(parent);
    if (order !== expected) {
      differences.push(
        `Below ${parent ?? 'the root'} are ${order || 'none'}; expected ${expected || 'none'}.`,
      );
    }
    for (const row of projectTree(nodes.map((node) => ({ ...node, pages: [] })))) {
      differences.push(...compareRow(row, byId.get(row.pageId)));
    }
    for (const node of nodes) visit(node.pages, node.id);
  };
  visit(tree, null);
  for (const [parent, ids] of byParent)
    differences.push(`Rows of no page: ${ids.join(', ')} below ${parent}.`);
  return differences;
}

function compareRow(
  { position: _position, refs, ...expected }: ProjectedPageRow,
  found: ProjectedPageRow | undefined,
): string[] {
  const references = sameJson(found?.refs ?? null, refs) ? [] : [`${expected.pageId}: references differ.`];
  const columns = Object.entries(expected).flatMap(([name, value]) => {
    const is = (found as unknown as Record<string, unknown> | undefined)?.[name];
    return is === value ? [] : [`${expected.pageId}: ${name} is ${String(is)}, expected ${String(value)}.`];
  });
  return [...columns, ...references];
}

function compareEntries(expected: readonly ProjectedEntry[], found: readonly ProjectedEntry[]): string[] {
  const spell = ({ kind, entryId, name, documentHash, size }: ProjectedEntry) =>
    `${kind} ${entryId} "${name}" (${documentHash ?? 'empty'}${size === null ? '' : `, ${size} bytes`})`;
  const [wanted, rows] = [new Set(expected.map(spell)), new Set(found.map(spell))];
  return [
    ...[...wanted].filter((entry) => !rows.has(entry)).map((entry) => `${entry} has no row.`),
    ...[...rows].filter((entry) => !wanted.has(entry)).map((entry) => `The row ${entry} is of nothing.`),
  ];
}
