import type { ShellPage } from '#modules/member-pages/index.js';

/** Address of the audit log, or of its streams. @param base path of PUBLIC_URL. */
export function auditPath(base: string, organizationId: string, tab: '' | 'streams' = ''): string {
  const root = `${base}/app/o/${encodeURIComponent(organizationId)}/audit`;
  return tab === '' ? root : `${root}/${tab}`;
}

/** The frame of a page about the audit log, with its tabs. @param base path of PUBLIC_URL. */
export function auditFrame(
  base: string,
  organizationId: string,
  current: '' | 'streams',
  more: Partial<ShellPage> = {},
): ShellPage {
  return {
    title: 'Audit log',
    organizationId,
    tabs: { of: 'audit', root: auditPath(base, organizationId), current },
    ...more,
  };
}
