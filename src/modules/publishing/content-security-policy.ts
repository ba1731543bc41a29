import { createHash } from 'node:crypto';
import type { RenderedNeeds } from '#modules/rendering/index.js';

/**
 * A script that runs before the first paint: it marks that scripts run, applies the theme that the reader chose and
 * hides the announcements that the reader closed. It is short because it is part of every page, and has a try because
 * storage may be forbidden.
 */
export const THEME_SCRIPT =
  "(function(e){e.classList.add('js');try{var s=localStorage,t=s.getItem('bindery-theme'),c=s.getItem('bindery-closed');" +
  "if(c)e.setAttribute('data-closed',c);if(!t||e.hasAttribute('data-theme-fixed'))return;" +
  "if(t==='light'||t==='dark')e.setAttribute('data-theme',t);else e.removeAttribute('data-theme')}catch(_){}})(document.documentElement)";

const scriptHash = createHash('sha256').update(THEME_SCRIPT).digest('base64');

/** Directives in which scripts of integrations may name hosts. */
export const OPEN_DIRECTIVES = [
  'script-src',
  'style-src',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'frame-src',
] as const;

/** Hosts by directive. */
export type PolicySources = Partial<Record<(typeof OPEN_DIRECTIVES)[number], readonly string[]>>;

/** Allowances that some pages need and other pages do not have. */
export interface PageNeeds extends RenderedNeeds {
  /** Hosts that scripts of the site's integrations load from. */
  sources?: PolicySources;
}

/**
 * Value of the `Content-Security-Policy` header of published pages. Only our own files and the script above run. Style
 * attributes are allowed because formulas and widths need them; text of writers never becomes one.
 */
export function contentSecurityPolicy({
  frames,
  diagrams,
  servers = [],
  origins = [],
  sources = {},
}: PageNeeds = {}): string {
  const of = (directive: keyof PolicySources): readonly string[] => sources[directive] ?? [];
  const framed = [...(frames ? ['https:'] : []), ...origins, ...of('frame-src')];
  return [
    "default-src 'none'",
    ["script-src 'self'", `'sha256-${scriptHash}'`, ...of('script-src')].join(' '),
    ["style-src 'self'", ...(diagrams ? ["'unsafe-inline'"] : []), ...of('style-src')].join(' '),
    "style-src-attr 'unsafe-inline'",
    'img-src * data:',
    'media-src *',
    ["font-src 'self'", ...of('font-src')].join(' '),
    ["connect-src 'self'", ...servers, ...of('connect-src')].join(' '),
    ...(framed.length > 0 ? [['frame-src', ...framed].join(' ')] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

/** The policy of pages without special needs. */
export const CONTENT_SECURITY_POLICY = contentSecurityPolicy();

/** The hosts of several declarations together. */
export function joinedSources(all: readonly PolicySources[]): PolicySources {
  const joined = OPEN_DIRECTIVES.map((directive) => {
    const hosts = all.flatMap((sources) => sources[directive] ?? []);
    return [directive, [...new Set(hosts)]] as const;
  });
  return Object.fromEntries(joined.filter(([, hosts]) => hosts.length > 0));
}

/** Name of a policy that is written into the page: between pages with different policies a browser has to load in full. */
export function policyName(needs: PageNeeds = {}): string | undefined {
  const policy = contentSecurityPolicy(needs);
  if (policy === CONTENT_SECURITY_POLICY) return undefined;
  return createHash('sha256').update(policy).digest('base64url').slice(0, 8);
}
