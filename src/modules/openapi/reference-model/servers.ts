import type { Specification } from '../processing/specification.js';
import type { Operation } from '../reference/operations.js';
import { asList, asObject, asText, type JsonObject, resolve } from '../reference/resolve.js';

/** A server of an API. */
export interface ReferenceServer {
  /** Absolute address, with the defaults of its variables. */
  url: string;
  description?: string;
}

/** The servers of the operation, or else of its path, or else of the specification; servers without an absolute address are left out. */
export function serversOf(specification: Specification, operation: Operation): ReferenceServer[] {
  const item = resolve(specification, asObject(specification['paths'])[operation.path]);
  const holders = [operation.definition['servers'], item['servers'], specification['servers']];
  const servers = holders.map(asList).find((list) => list.length > 0) ?? [];
  return servers.flatMap((value): ReferenceServer[] => {
    const server = asObject(value);
    const url = serverAddress(server);
    const description = asText(server['description']);
    return isAddress(url) ? [{ url, ...(description === undefined ? {} : { description }) }] : [];
  });
}

/** The address of a server with the defaults of its variables; empty where it has none. */
export function serverAddress(server: JsonObject): string {
  const variables = asObject(server['variables']);
  return (asText(server['url']) ?? '').replace(/\{([^}]+)\}/g, (place, name: string) => {
    const variable = Object.hasOwn(variables, name) ? asObject(variables[name]) : {};
    return asText(variable['default']) ?? place;
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
