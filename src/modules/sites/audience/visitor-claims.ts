import { createHash } from 'node:crypto';
import type { AdaptiveSchema, ClaimSchema } from './adaptive-schema.js';

/** Unsigned claims are kept small: they are part of the cache keys of pages. */
const UNSIGNED_LIMITS = { text: 256, items: 50, whole: 2048 };

type Claims = Record<string, unknown>;

/**
 * The claims that conditions are decided with: of what was claimed, what the schema knows and has the type it says.
 * @param signed what a token of the visitor says.
 * @param unsigned what the visitor says, often as text; it lands under `unsigned` and nowhere else.
 */
export function acceptedClaims(schema: AdaptiveSchema | null, signed: Claims, unsigned: Claims): Claims {
  if (!schema) return {};
  const { unsigned: unsignedSchema, ...known } = schema.properties;
  const accepted = members(known, signed, exact);
  if (unsignedSchema?.type !== 'object') return accepted;
  const own = members(unsignedSchema.properties, unsigned, fromText);
  const isSmall = JSON.stringify(own).length <= UNSIGNED_LIMITS.whole;
  return isSmall && Object.keys(own).length > 0 ? { ...accepted, unsigned: own } : accepted;
}

/** Equal for visitors with equal claims, '' for those without; made of {@link acceptedClaims}, whose order is the schema's. */
export function keyOfClaims(claims: Claims): string {
  if (Object.keys(claims).length === 0) return '';
  return createHash('sha256').update(JSON.stringify(claims)).digest('base64url').slice(0, 27);
}

/** Reads a primitive; undefined for values of another type. */
type ReadPrimitive = (schema: ClaimSchema, value: unknown) => unknown;

function members(schema: Record<string, ClaimSchema>, claimed: Claims, read: ReadPrimitive): Claims {
  const entries = Object.entries(schema).flatMap(([name, claim]) => {
    const value = Object.hasOwn(claimed, name) ? claimOf(claim, claimed[name], read) : undefined;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

function claimOf(schema: ClaimSchema, value: unknown, read: ReadPrimitive): unknown {
  if (schema.type === 'object') {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return members(schema.properties, value as Claims, read);
  }
  if (schema.type !== 'array') return read(schema, value);
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item) => read(schema.items, item)).filter((item) => item !== undefined);
  return read === fromText ? items.slice(0, UNSIGNED_LIMITS.items) : items;
}

function exact(schema: ClaimSchema, value: unknown): unknown {
  if (schema.type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (schema.type === 'number')
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
  if (schema.type !== 'string' || typeof value !== 'string') return undefined;
  return schema.enum === undefined || schema.enum.includes(value) ? value : undefined;
}

/** As {@link exact}, of values that may come out of an address, where everything is text. */
function fromText(schema: ClaimSchema, value: unknown): unknown {
  if (typeof value !== 'string') return exact(schema, value);
  if (value.length > UNSIGNED_LIMITS.text) return undefined;
  if (schema.type === 'boolean') return value === 'true' ? true : value === 'false' ? false : undefined;
  if (schema.type === 'number') return value.trim() === '' ? undefined : exact(schema, Number(value));
  return exact(schema, value);
}
