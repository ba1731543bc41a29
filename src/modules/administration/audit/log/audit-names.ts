import { Injectable } from '@nestjs/common';
import type { AuditEvent } from '#modules/audit/index.js';
import { Members } from '#modules/organizations/index.js';
import { Teams } from '#modules/teams/index.js';
import { keysIn } from './audit-words.js';

/** Names of members and teams that entries name by their ids. */
@Injectable()
export class AuditNames {
  constructor(
    private readonly members: Members,
    private readonly teams: Teams,
  ) {}

  /** Answers the name for a user's id and for keys such as `user:<id>`; null for people who have left, and for other texts. */
  async of(organizationId: string, events: readonly AuditEvent[]): Promise<(key: string) => string | null> {
    const { users, teams } = keysIn(events);
    const members = await this.members.findMembers(organizationId, users);
    const found =
      teams.length === 0
        ? new Map<string, { title: string }>()
        : await this.teams.findTeamsByIds(organizationId, teams);
    return (key) => {
      const [kind, id = key] = key.split(':');
      if (kind === 'team') return found.get(id)?.title ?? null;
      return members.get(id)?.user.displayName ?? null;
    };
  }
}
