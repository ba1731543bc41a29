import { SyncStopped } from '../sync/sync-stopped.js';
import type { SiteReport } from './site-run.entity.js';

/** The structure of a site that cannot be exchanged before somebody does something. Spaces that are connected go on. */
export class SiteStopped extends SyncStopped {
  constructor(
    code: string,
    message: string,
    readonly report: SiteReport | null = null,
  ) {
    super(code, message);
    this.name = 'SiteStopped';
  }
}
