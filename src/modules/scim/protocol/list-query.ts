import { SCIM } from './scim-names.js';
import { ScimError } from './scim.errors.js';

export const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 100;
/** Rows that the database may be asked to skip. */
const MAX_START = 1_000_000;

export type QueryParams = Readonly<Record<string, unknown>>;

/** A list that a client asks for. */
export interface ListQuery {
  filter?: string;
  /** From 1. */
  startIndex: number;
  count: number;
}

/** @throws ScimError for parameters that are no numbers, or given twice. */
export function readListQuery(query: QueryParams): ListQuery {
  return {
    filter: textParam(query, 'filter'),
    startIndex: Math.min(MAX_START, Math.max(1, numberParam(query, 'startIndex', 1))),
    count: Math.min(MAX_RESULTS, Math.max(0, numberParam(query, 'count', DEFAULT_RESULTS))),
  };
}

/** A part of a list, as SCIM answers it. */
export function listResponse(resources: readonly object[], total: number, startIndex = 1): object {
  return {
    schemas: [SCIM.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Attributes that an answer is asked for with. */
export interface Projection {
  only?: readonly string[];
  without: readonly string[];
}

export function readProjection(query: QueryParams): Projection {
  const names = (name: string) => textParam(query, name)?.split(',').map(topLevel);
  return { only: names('attributes'), without: names('excludedAttributes') ?? [] };
}

/** True when the answer is to have the attribute. */
export function isAskedFor({ only, without }: Projection, attribute: string): boolean {
  const name = attribute.toLowerCase();
  return (only?.includes(name) ?? true) && !without.includes(name);
}

/** The resource with the attributes that were asked for; those that every answer has stay. */
export function project(resource: object, projection: Projection): object {
  const isKept = (name: string) => ['schemas', 'id'].includes(name) || isAskedFor(projection, name);
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isKept(name)));
}

function topLevel(path: string): string {
  const name = path.trim().toLowerCase();
  return name.slice(name.lastIndexOf(':') + 1).split('.')[0] ?? '';
}

function textParam(query: QueryParams, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string') throw new ScimError('invalidValue', `${name}: give it once, as a text.`);
  return value;
}

function numberParam(query: QueryParams, name: string, otherwise: number): number {
  const text = textParam(query, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value)) throw new ScimError('invalidValue', `${name}: write a whole number.`);
  return value;
}
