import type { SiteStructure } from './model/site-structure.js';

const KINDS = { spaces: 'site-space', sections: 'section', groups: 'group', links: 'link' } as const;

/** Everything that a site is made of as the audit log compares it: by kind and id, as it is told to readers. */
export function summaryOf({ items }: SiteStructure): Record<string, object> {
  const summary: Record<string, object> = {};
  for (const kind of ['spaces', 'sections', 'groups', 'links'] as const) {
    for (const { organizationId: _, siteId: _site, id, ...item } of items[kind])
      summary[`${KINDS[kind]}:${id}`] = item;
  }
  return summary;
}
