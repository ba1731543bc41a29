import { createHmac, createSecretKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { buildPages, buildSpace, type TestOrganization } from './factories.js';

/** A published site of one space, for a single test. */
export interface AudienceSite {
  id: string;
  /** Of the site in the API. */
  api: string;
  space: string;
  /** Path that the site begins at, with slashes around. */
  base: string;
}

export async function publishSite(
  organization: TestOrganization,
  body: object = {},
  pages: { title: string; markdown?: string }[] = [
    { title: 'Welcome', markdown: 'Hello, **readers**.' },
    { title: 'Second page', markdown: 'More words.' },
  ],
): Promise<AudienceSite> {
  const { api } = organization.admin;
  const space = await buildSpace(organization, { title: 'Guide' });
  if (pages.length > 0) await buildPages(organization.admin, space.id, pages);
  const defaults = { title: 'My docs', spaces: [space.id] };
  const site = await api.post(`/v1/orgs/${organization.id}/sites`, { ...defaults, ...body });
  const path = `/v1/orgs/${organization.id}/sites/${(site.body as { id: string }).id}`;
  const answer = await api.post(`${path}/publish`);
  if (answer.status !== 200) throw new Error(`The site was not published: ${answer.status} ${answer.text}`);
  const published = new URL((answer.body as { urls: { published: string } }).urls.published);
  return { id: (site.body as { id: string }).id, api: path, space: space.id, base: published.pathname };
}

/** The token with which the sign-in of an organization would send a visitor back. */
export function visitorToken(
  key: string,
  claims: object,
  { expires = 3600, now = Date.now() }: { expires?: number | null; now?: number } = {},
): Promise<string> {
  const seconds = Math.floor(now / 1000);
  const token = new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' });
  if (expires !== null) token.setExpirationTime(seconds + expires);
  return token.sign(createSecretKey(Buffer.from(key)));
}

/** A hand-made token: any header, signed with HMAC-SHA-256 or, without a key, unsigned. */
export function forgedToken(header: object, claims: object, key?: string): string {
  const parts = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signature = key ? createHmac('sha256', key).update(parts.join('.')).digest('base64url') : '';
  return [...parts, signature].join('.');
}

/** The cookies that an answer sets, as a browser would send them back. */
export function cookiesOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
