import { Injectable } from '@nestjs/common';
import { type Revision, RevisionService } from '#modules/content/index.js';
import { NotFound } from '#platform/http/errors.js';

/** Revisions as parts of a space. */
@Injectable()
export class RevisionReads {
  constructor(private readonly revisions: RevisionService) {}

  /** The revision, or null when the space has none with this id. */
  async findIn(organizationId: string, spaceId: string, revisionId: string): Promise<Revision | null> {
    const revision = await this.revisions.findRevision(organizationId, revisionId);
    return revision?.spaceId === spaceId ? revision : null;
  }

  /** @throws NotFound */
  async getIn(organizationId: string, spaceId: string, revisionId: string): Promise<Revision> {
    const revision = await this.findIn(organizationId, spaceId, revisionId);
    if (!revision) throw new NotFound('revision');
    return revision;
  }

  /** Content of the revision that `revision` was made on; its own when it is the first. */
  async before(organizationId: string, revision: Revision): Promise<Revision> {
    const [parent] = revision.parents;
    const found = parent === undefined ? null : await this.revisions.findRevision(organizationId, parent);
    return found ?? revision;
  }
}
