import { Injectable } from '@nestjs/common';

/** Number of spaces that each of the teams gives access to; teams without any may be missing. */
export type TeamSpaceCounter = (organizationId: string, teamIds: string[]) => Promise<Map<string, number>>;

/** Figures about teams that modules above know. */
@Injectable()
export class TeamStats {
  private spaceCounter: TeamSpaceCounter | undefined;

  registerSpaceCounter(counter: TeamSpaceCounter): void {
    this.spaceCounter = counter;
  }

  /** Empty until the spaces module registers a counter. */
  async countSpaces(organizationId: string, teamIds: string[]): Promise<Map<string, number>> {
    if (!this.spaceCounter || teamIds.length === 0) return new Map();
    return this.spaceCounter(organizationId, teamIds);
  }
}
