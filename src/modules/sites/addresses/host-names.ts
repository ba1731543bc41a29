import { isIP } from 'node:net';

/** Longest name that DNS can carry. */
const MAX_NAME_LENGTH = 253;
const NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;
/** As the contract has it: at least three labels. */
export const CUSTOM_HOSTNAME = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

/** The name in a Host header: in lower case, without port and without a trailing dot. Null for an invalid name. */
export function nameOf(host: string | undefined): string | null {
  if (host === undefined || host.length > MAX_NAME_LENGTH + 7) return null;
  const name = host
    .toLowerCase()
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  if (name.startsWith('[') && name.endsWith(']')) return isIP(name.slice(1, -1)) ? name : null;
  return NAME.test(name) && name.length <= MAX_NAME_LENGTH ? name : null;
}

/** True for names by which only insiders reach a server: IP addresses, and names without a domain, as containers have. */
export function isOwnName(name: string): boolean {
  return !name.includes('.') || name.startsWith('[') || isIP(name) !== 0 || name.endsWith('.localhost');
}

/** True when a site may have this domain. */
export function couldBeCustomHostname(name: string): boolean {
  return CUSTOM_HOSTNAME.test(name) && !isOwnName(name);
}
