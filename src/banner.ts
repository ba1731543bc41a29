import type { FirstStartResult } from '#modules/organizations/index.js';

export interface BannerFacts {
  /** PUBLIC_URL. */
  url: string;
  /** The demo site's address, while there is one. */
  demoSite: string | null;
  firstStart: FirstStartResult | null;
}

/** Next steps for the person who started the server, as lines for a terminal. */
export function describeStart({ url, demoSite, firstStart }: BannerFacts): string {
  const rows: [string, string][] = [
    ...(firstStart?.setUpUrl ? [['Set up', `${firstStart.setUpUrl}  (opens once)`] as [string, string]] : []),
    ['App', `${url}/app`],
    ['API', `${url}/v1`],
    ['Explorer', `${url}/docs`],
  ];
  if (demoSite) rows.push(['Demo site', demoSite]);
  if (firstStart) {
    const { user, organization, token } = firstStart;
    rows.push(['Organization', `${organization.title} (${organization.id})`]);
    rows.push(['Admin', user.email]);
    if (token) rows.push(['Admin token', `${token}  (shown only this once)`]);
    else rows.push(['New token', `npx bindery token create --user ${user.email}`]);
  }
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
  return `\nBindery is ready.\n\n${lines.join('\n')}\n\n`;
}
