import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Collections } from '#modules/collections/index.js';
import { Members } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { requireRulesOfMembers } from './merge-rules.js';
import type { UpdateSpaceBody } from './space.dto.js';
import { auditTarget, type SpaceRecord, type SpaceView } from './space.types.js';
import { type SpaceChanges, SpacesRepository } from './spaces.repository.js';
import { Spaces } from './spaces.service.js';

/** Changes the settings of a space. */
@Injectable()
export class UpdateSpace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly repository: SpacesRepository,
    private readonly collections: Collections,
    private readonly members: Members,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Writes the changed fields; accepts a body without changes.
   * @throws BadRequest for invalid merge rules, Forbidden for a default level above the actor's own role.
   */
  async execute(actor: Actor, spaceId: string, update: UpdateSpaceBody): Promise<SpaceView> {
    if (update.emoji && update.icon)
      throw new BadRequest('emoji, icon: a space has one of the two; send one.');
    return this.db.transaction(async () => {
      const { organizationId } = (await this.spaces.requireSpace(actor, spaceId, 'manage')).space;
      const space = await this.spaces.lock(organizationId, spaceId);
      const view = await this.spaces.requireSpace(actor, spaceId, 'manage');
      const changes = await this.changesOf(space, update);
      if (changes.defaultLevel !== undefined) {
        await this.collections.requireLevel(view.role, organizationId, space.parentId, changes.defaultLevel);
      }
      const fields = Object.keys(changes);
      if (fields.length === 0) return view;
      await this.repository.update(organizationId, spaceId, { ...changes, updatedAt: this.clock.now() });
      await this.events.publish('space.updated', { organizationId, spaceId, fields, actorId: actor.userId });
      const target = auditTarget(space);
      await this.audit.recordUpdate({ organizationId, action: 'space.updated', target, was: space, changes });
      return this.spaces.requireSpace(actor, spaceId, 'view');
    });
  }

  /** Only the fields that differ from the stored ones. */
  private async changesOf(space: SpaceRecord, update: UpdateSpaceBody): Promise<SpaceChanges> {
    const { emoji, icon, ...others } = update;
    if (others.mergeRules !== undefined)
      await requireRulesOfMembers(this.members, space.organizationId, others.mergeRules);
    const wanted: SpaceChanges = { ...others, ...iconChanges({ emoji, icon }) };
    const differs = ([field, value]: [string, unknown]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(space[field as keyof SpaceRecord]);
    return Object.fromEntries(Object.entries(wanted).filter(differs)) as SpaceChanges;
  }
}

/** A space has an emoji or an icon, not both: a new one replaces the other. */
function iconChanges({ emoji, icon }: Pick<UpdateSpaceBody, 'emoji' | 'icon'>): {
  emoji?: string;
  icon?: string | null;
} {
  const changes: { emoji?: string; icon?: string | null } = {};
  if (emoji !== undefined) changes.emoji = emoji ?? '';
  if (icon !== undefined) changes.icon = icon;
  if (emoji) changes.icon = null;
  if (icon) changes.emoji = '';
  return changes;
}
