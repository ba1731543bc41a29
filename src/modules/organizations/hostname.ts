import { BadRequest } from '#platform/http/errors.js';

const MAX_LENGTH = 32;
const MIN_LENGTH = 3;
/** A DNS label, because it becomes one under SITES_DOMAIN. */
const PATTERN = /^[a-z0-9][a-z0-9-]{1,30}[a-z0-9]$/;

/** Names that the installation itself uses, or that readers would take for it. */
const RESERVED = new Set(
  `account admin api app apps assets auth billing blog cdn dashboard docs files ftp git healthz help host imap
  integrations internal localhost login logout mail metrics mx new ns1 ns2 oauth openapi pop postmaster public readyz
  root saml search security settings sites smtp sso static status support system test webmaster www`.split(
    /\s+/,
  ),
);

/** @throws BadRequest when `hostname` cannot be the hostname of an organization. */
export function requireValidHostname(hostname: string): void {
  if (!PATTERN.test(hostname)) {
    throw new BadRequest(
      'hostname must be 3 to 32 lower case letters, digits and hyphens, and neither begin nor end with a hyphen.',
    );
  }
  if (RESERVED.has(hostname)) throw new BadRequest(`hostname: "${hostname}" is reserved.`);
}

/**
 * A valid hostname made from a title.
 * @param suffix keeps it apart from another organization with the same title.
 */
export function hostnameFromTitle(title: string, suffix = ''): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const label = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, MAX_LENGTH - 4 - (suffix ? suffix.length + 1 : 0))
    .replace(/-+$/, '');
  const name = label.length < MIN_LENGTH || RESERVED.has(label) ? `org${label && '-'}${label}` : label;
  return suffix ? `${name}-${suffix}` : name;
}
