import { Injectable } from '@nestjs/common';

export interface TeamHook {
  /** Runs in the transaction that deletes the team, before the team itself goes. */
  beforeDelete(organizationId: string, teamId: string): Promise<void>;
}

/** Modules that keep something for a team delete it together with the team. */
@Injectable()
export class TeamHooks {
  private readonly hooks: TeamHook[] = [];

  register(hook: TeamHook): void {
    this.hooks.push(hook);
  }

  async beforeDelete(organizationId: string, teamId: string): Promise<void> {
    for (const hook of this.hooks) await hook.beforeDelete(organizationId, teamId);
  }
}

/** Number of spaces that each of the teams gives access to; teams without any may be missing. */
export type TeamSpaceCounter = (organizationId: string, teamIds: string[]) => Promise<Map<string, number>>;

/** Figures about teams that modules above know. */
@Injectable()
export class TeamStats {
  private spaceCounter: TeamSpaceCounter | undefined;

  registerSpaceCounter(counter: TeamSpaceCounter): void {
    this.spaceCounter = counter;
  }

  /** Empty as long as nobody counts: without spaces there are none. */
  async countSpaces(organizationId: string, teamIds: string[]): Promise<Map<string, number>> {
    if (!this.spaceCounter || teamIds.length === 0) return new Map();
    return this.spaceCounter(organizationId, teamIds);
  }
}
