import { Injectable } from '@nestjs/common';

export interface MemberHook {
  /** Runs in the transaction that removes the member, before the membership itself goes. */
  beforeRemove(organizationId: string, userId: string): Promise<void>;
}

/** Modules that keep something for a member delete it together with the membership. */
@Injectable()
export class MemberHooks {
  private readonly hooks: MemberHook[] = [];

  register(hook: MemberHook): void {
    this.hooks.push(hook);
  }

  async beforeRemove(organizationId: string, userId: string): Promise<void> {
    for (const hook of this.hooks) await hook.beforeRemove(organizationId, userId);
  }
}

/** Number of spaces that each of the users can view in the organization; users without any may be missing. */
export type SpaceCounter = (organizationId: string, userIds: string[]) => Promise<Map<string, number>>;

/** Figures about members that modules above know. */
@Injectable()
export class MemberStats {
  private spaceCounter: SpaceCounter | undefined;

  registerSpaceCounter(counter: SpaceCounter): void {
    this.spaceCounter = counter;
  }

  /** Empty as long as nobody counts: without spaces there are none. */
  async countSpaces(organizationId: string, userIds: string[]): Promise<Map<string, number>> {
    if (!this.spaceCounter || userIds.length === 0) return new Map();
    return this.spaceCounter(organizationId, userIds);
  }
}
