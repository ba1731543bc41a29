import { OPEN_DIRECTIVES, type PolicySources } from '#modules/publishing/index.js';
import type { ContentSecurityPolicy } from '../catalog/integration.types.js';

/** A host, with or without a scheme of the web, a port and a path: `https://*.example.com/x`. */
const HOST =
  /^(?:(?:https?|wss?):\/\/)?(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::(?:\d+|\*))?(?:\/[^\s;,'"]*)?$/i;

/** The value of the header that an integration declares for its own documents; undefined when it declares none. */
export function policyText(declared: ContentSecurityPolicy | null): string | undefined {
  if (declared === null) return undefined;
  const text = typeof declared === 'string' ? declared : joined(declared);
  // One line, and one policy: neither may begin another header or another policy.
  return text.replace(/[\r\n,]+/g, ' ').trim() || undefined;
}

/**
 * The hosts that an integration declares for its scripts on pages. Only hosts: a page that allowed everything of a scheme, or
 * code in its text or made of text, would be open to more than this integration.
 */
export function declaredSources(declared: ContentSecurityPolicy | null): PolicySources {
  const sources: { [Name in keyof PolicySources]: string[] } = {};
  for (const directive of (policyText(declared) ?? '').split(';')) {
    const [name = '', ...values] = directive.trim().toLowerCase() === '' ? [] : directive.trim().split(/\s+/);
    const known = OPEN_DIRECTIVES.find((candidate) => candidate === name.toLowerCase());
    const hosts = values.filter((value) => HOST.test(value));
    if (known && hosts.length > 0) sources[known] = [...(sources[known] ?? []), ...hosts];
  }
  return sources;
}

function joined(directives: Record<string, string>): string {
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');
}
