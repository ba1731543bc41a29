import type { ShellPage } from '#modules/member-pages/index.js';
import type { SiteRow } from '#modules/sites/index.js';
import { siteFrame, type SitePage, sitePath } from '../sites/site-frame.js';

const PARTS = [
  ['audience', 'Audience and share links'],
  ['audience/sign-in', 'Sign-in of visitors'],
  ['audience/claims', 'Claims of visitors'],
] as const satisfies readonly (readonly [SitePage, string])[];

/** A page of the tab for the audience. */
export type AudiencePart = (typeof PARTS)[number][0];

/** The frame of a page of the tab. @param base path of PUBLIC_URL. */
export function audienceFrame(base: string, row: SiteRow, current: AudiencePart): ShellPage {
  const frame = siteFrame(base, row, 'audience', { bundles: ['forms'] });
  const part = PARTS.find(([name]) => name === current);
  return current === 'audience' || !part ? frame : { ...frame, title: `${part[1]}, ${row.site.title}` };
}

/** Leads between the pages of the tab. */
export function AudienceParts({
  base,
  row: { site },
  current,
}: {
  base: string;
  row: SiteRow;
  current: AudiencePart;
}) {
  return (
    <nav class="site-parts" aria-label="Audience">
      {PARTS.map(([name, title]) => (
        <a href={sitePath(base, site, name)} aria-current={name === current ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
}
