import type { Specification } from '../processing/specification.js';
import type { Operation } from '../reference/operations.js';
import { asList, asObject, asText, resolve } from '../reference/resolve.js';

/** Where an API is. */
export interface ReferenceServer {
  /** Absolute, its variables filled with their defaults. */
  url: string;
  description?: string;
}

/** The servers of an operation, of its path or of all, in this order; those without an absolute address are left out. */
export function serversOf(specification: Specification, operation: Operation): ReferenceServer[] {
  const item = resolve(specification, asObject(specification['paths'])[operation.path]);
  const holders = [operation.definition['servers'], item['servers'], specification['servers']];
  const servers = holders.map(asList).find((list) => list.length > 0) ?? [];
  return servers.flatMap((value): ReferenceServer[] => {
    const server = asObject(value);
    const variables = asObject(server['variables']);
    const url = (asText(server['url']) ?? '').replace(/\{([^}]+)\}/g, (place, name: string) => {
      const variable = Object.hasOwn(variables, name) ? asObject(variables[name]) : {};
      return asText(variable['default']) ?? place;
    });
    const description = asText(server['description']);
    return isAddress(url) ? [{ url, ...(description === undefined ? {} : { description }) }] : [];
  });
}

function isAddress(url: string): boolean {
  try {
    const { protocol, username } = new URL(url);
    return (protocol === 'https:' || protocol === 'http:') && username === '' && !/[{}\s;,'"]/.test(url);
  } catch {
    return false;
  }
}
