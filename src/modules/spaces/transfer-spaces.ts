import { Injectable } from '@nestjs/common';
import { atLeast, Grants } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Placement, requireTransferTarget } from '#modules/collections/index.js';
import { Revisions } from '#modules/content/index.js';
import { Members } from '#modules/organizations/index.js';
import { Storage } from '#modules/storage/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, PreconditionFailed } from '#platform/http/errors.js';
import { transferMergeRules } from './merge-rules.js';
import { SpaceEndingsRepository } from './space-endings.repository.js';
import { SpaceHooks } from './space-hooks.js';
import { auditTarget, type SpaceRecord, type SpaceView } from './space.types.js';
import { SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';

/** Transfers spaces with their whole history to another organization: alone, or as the contents of a collection. */
@Injectable()
export class TransferSpaces {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly storage: Storage,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly endings: SpaceEndingsRepository,
    private readonly placement: Placement,
    private readonly revisions: Revisions,
    private readonly grants: Grants,
    private readonly members: Members,
    private readonly hooks: SpaceHooks,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Transfers one space to the end of the other organization's root.
   * @throws Conflict within the same organization, PreconditionFailed when a site or a hook keeps the space; see
   * `requireTransferTarget`.
   */
  async execute(actor: Actor, spaceId: string, to: string): Promise<SpaceView> {
    const seen = (await this.spaces.requireSpace(actor, spaceId, 'transfer')).space;
    const from = seen.organizationId;
    requireTransferTarget(actor, from, to);
    await this.requireMovable(seen);
    const move = await this.prepareSpaces(actor, from, to, [spaceId]);
    return this.db.transaction(async () => {
      await this.placement.lock(from, to);
      // Checked again, because another actor may have moved it while this waited for the lock.
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'transfer');
      if (space.organizationId !== from) throw new Conflict('The space was just moved elsewhere.');
      await this.requireMovable(space);
      await move();
      const position = await this.placement.atEnd(to, null);
      await this.repository.update(to, spaceId, { parentId: null, position });
      return this.spaces.requireSpace(actor, spaceId, 'view');
    });
  }

  /** The reason why the collections cannot be moved, or null. */
  async refuse(actor: Actor, organizationId: string, collectionIds: string[]): Promise<string | null> {
    const rows = await this.repository.listInCollections(actor, organizationId, collectionIds);
    if (rows.some(({ role }) => !atLeast(role, 'admin'))) {
      return 'The collection cannot be moved: it contains spaces you do not administrate.';
    }
    return this.obstacle(organizationId, rows);
  }

  async prepare(
    actor: Actor,
    from: string,
    to: string,
    collectionIds: string[],
  ): Promise<() => Promise<void>> {
    const list = async () => {
      const rows = await this.repository.listInCollections(actor, from, collectionIds);
      return rows.map(({ id }) => id);
    };
    const ids = await list();
    const move = await this.prepareSpaces(actor, from, to, ids);
    return async () => {
      if ((await list()).join() !== ids.join())
        throw new Conflict('The collection has changed meanwhile; try again.');
      await move();
    };
  }

  /** Copies the files, which takes too long for a transaction; answers the work of the transaction. */
  private async prepareSpaces(
    actor: Actor,
    from: string,
    to: string,
    ids: string[],
  ): Promise<() => Promise<void>> {
    const copied = new Set<string>();
    for (const id of ids) {
      for (const blob of await this.revisions.listBlobs(from, id)) copied.add(blob);
    }
    await this.storage.copy(from, to, [...copied]);
    return () => this.move(actor, from, to, ids, copied);
  }

  private async move(
    actor: Actor,
    from: string,
    to: string,
    ids: string[],
    copied: Set<string>,
  ): Promise<void> {
    const now = this.clock.now();
    for (const id of ids) {
      const space = await this.repository.lock(from, id);
      if (!space) throw new Conflict('A space was just removed; try again.');
      await this.copyLateFiles(from, to, id, copied);
      await this.revisions.transferSpace(from, to, id);
      const mergeRules = await transferMergeRules(this.members, to, space.mergeRules);
      if (mergeRules !== space.mergeRules) await this.repository.update(from, id, { mergeRules });
      // Both organizations have it in their audit logs.
      for (const organizationId of [from, to]) {
        const ends = { before: { organization: from }, after: { organization: to } };
        const target = auditTarget(space);
        await this.audit.record({ organizationId, action: 'space.transferred', target, ...ends });
      }
    }
    if (ids.length === 0) return;
    await this.endings.transfer(from, to, ids, now);
    await this.grants.transfer('space', ids, from, to);
    await this.hooks.transfer.all(from, to, ids);
    for (const spaceId of ids) {
      const payload = { organizationId: to, spaceId, from, actorId: actor.userId };
      await this.events.publish('space.transferred', payload);
    }
  }

  /** Copies files that were added after `prepareSpaces`, once the transaction has committed. */
  private async copyLateFiles(from: string, to: string, id: string, copied: Set<string>): Promise<void> {
    const late = (await this.revisions.listBlobs(from, id)).filter((blob) => !copied.has(blob));
    if (late.length > 0) this.db.afterCommit(() => this.storage.copy(from, to, late));
  }

  private async requireMovable(space: SpaceRecord): Promise<void> {
    const reason = await this.obstacle(space.organizationId, [space]);
    if (reason !== null) throw new PreconditionFailed(reason);
  }

  private async obstacle(organizationId: string, spaces: SpaceRecord[]): Promise<string | null> {
    const published = spaces.find((space) => space.publishedVisibility !== null);
    if (published)
      return `A published site shows the space "${published.title}"; take it off the site first.`;
    return this.hooks.refuseTransfer.first(
      organizationId,
      spaces.map(({ id }) => id),
    );
  }
}
