import { Injectable } from '@nestjs/common';

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
