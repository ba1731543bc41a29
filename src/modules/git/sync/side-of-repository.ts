import { Injectable } from '@nestjs/common';
import type { GitConnection } from './git-connections.repository.js';
import { StoredMerges } from './stored-merges.js';

/** The content of a space as its repository is to have it. */
@Injectable()
export class SideOfRepository {
  constructor(private readonly merges: StoredMerges) {}

  /**
   * While people have not decided about conflicts, the repository keeps its own version at those places.
   * @param main snapshot of the space.
   * @param isUndecided whether the change request about the conflicts is still open.
   * @returns the snapshot that the repository is to say.
   */
  async of({ organizationId, parked }: GitConnection, main: string, isUndecided: boolean): Promise<string> {
    if (!parked || !isUndecided) return main;
    const three = { base: parked.ours, main, mine: parked.theirs };
    return (await this.merges.merge(organizationId, three, 'mine')).snapshot;
  }
}
