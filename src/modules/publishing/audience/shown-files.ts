import { Injectable } from '@nestjs/common';
import { ReaderReferences } from '#modules/space-content/index.js';
import type { ReaderRequest } from '../requests/reader-request.js';

/**
 * Decides which files a reader may load: where pages differ between readers, only files that a page of this reader
 * shows.
 */
@Injectable()
export class ShownFiles {
  constructor(private readonly references: ReaderReferences) {}

  async isShown({ site, visitor }: ReaderRequest, spaceId: string, fileId: string): Promise<boolean> {
    if (!site.adaptiveContent) return true;
    const { organizationId, siteId, spaces } = site;
    const { claims, key } = visitor;
    const reader = {
      organizationId,
      siteId,
      claims,
      key,
      spaces: new Map(spaces.map((space) => [space.spaceId, { url: '' }])),
      since: new Date(0),
      servesAgents: site.agentsContext !== 'excluded',
    };
    return this.references.areShownAnywhere(reader, 'file', fileId, spaceId);
  }
}
