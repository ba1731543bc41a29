import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Revision, Revisions } from '#modules/content/index.js';
import { NotFound } from '#platform/http/errors.js';

const MAX_REVISIONS = 5000;
/** Autosaves are removed after they were continued, days later. */
const AUTOSAVE_TTL_MS = 3_600_000;

/** Revisions of spaces. They never change, so they are kept once they were read; autosaves for a while. */
@Injectable()
export class RevisionReads {
  private readonly known = new LRUCache<string, Revision>({ max: MAX_REVISIONS });

  constructor(private readonly revisions: Revisions) {}

  /** The revision, or null when the space has none with this id. */
  async findIn(organizationId: string, spaceId: string, revisionId: string): Promise<Revision | null> {
    const revision = await this.find(organizationId, revisionId);
    return revision?.spaceId === spaceId ? revision : null;
  }

  /** @throws NotFound */
  async getIn(organizationId: string, spaceId: string, revisionId: string): Promise<Revision> {
    const revision = await this.findIn(organizationId, spaceId, revisionId);
    if (!revision) throw new NotFound('revision');
    return revision;
  }

  /** Content of the revision from which `revision` was made; its own content for the first revision. */
  async before(organizationId: string, revision: Revision): Promise<Revision> {
    const [parent] = revision.parents;
    const found = parent === undefined ? null : await this.find(organizationId, parent);
    return found ?? revision;
  }

  private async find(organizationId: string, revisionId: string): Promise<Revision | null> {
    const key = `${organizationId}:${revisionId}`;
    const known = this.known.get(key);
    if (known) return known;
    const revision = await this.revisions.findRevision(organizationId, revisionId);
    if (revision) this.known.set(key, revision, revision.run ? { ttl: AUTOSAVE_TTL_MS } : {});
    return revision;
  }
}
