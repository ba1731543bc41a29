import { roleVerdict, type Verdict } from '#modules/access/index.js';
import type { Role } from '#platform/http/actor.js';

export type SiteAction = 'view' | 'manage' | 'invite' | 'installIntegration';

const NEEDED: Record<SiteAction, Role> = {
  view: 'read',
  manage: 'create',
  invite: 'create',
  installIntegration: 'admin',
};

/**
 * May somebody with `role` on the site (the stronger of the organization role and the site's grants) do this?
 * Readers see the site; creators change its settings and structure, publish and delete it, and let others in.
 */
export function siteVerdict(role: Role | null, action: SiteAction): Verdict {
  return roleVerdict(role, NEEDED[action], 'site');
}
