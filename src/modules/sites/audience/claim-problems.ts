import type { AdaptiveSchema, ClaimSchema } from './adaptive-schema.js';

/** Members of every token, which are about the token and not about its visitor. */
const OF_TOKENS = new Set(['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti']);
/** Longest text of a value in a sentence. */
const SHOWN = 60;

type Claims = Record<string, unknown>;

/**
 * A sentence about each claim of a token that a site drops, as `acceptedClaims` does.
 * @param schema null for a site without one, which drops all.
 */
export function claimProblems(schema: AdaptiveSchema | null, signed: Claims): string[] {
  const { unsigned: _unsigned, ...known } = schema?.properties ?? {};
  const own = Object.entries(signed).filter(([name]) => !OF_TOKENS.has(name));
  return own.flatMap(([name, value]) =>
    name === 'unsigned'
      ? ['“unsigned” is not read from a token: it is what visitors say without a signature.']
      : problemsOf(Object.hasOwn(known, name) ? known[name] : undefined, name, value),
  );
}

function problemsOf(schema: ClaimSchema | undefined, path: string, value: unknown): string[] {
  if (!schema) return [`“${path}” is not in the schema of claims.`];
  const wrong = [`“${path}” must be ${wordsFor(schema)}; the token says ${shown(value)}.`];
  if (schema.type === 'array')
    return Array.isArray(value)
      ? value.flatMap((item, index) => problemsOf(schema.items, `${path}[${index}]`, item))
      : wrong;
  if (schema.type !== 'object') return isOf(schema, value) ? [] : wrong;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  return Object.entries(value).flatMap(([name, member]) =>
    problemsOf(
      Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined,
      `${path}.${name}`,
      member,
    ),
  );
}

function isOf(schema: ClaimSchema, value: unknown): boolean {
  if (schema.type === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (schema.type === 'boolean') return typeof value === 'boolean';
  if (schema.type !== 'string' || typeof value !== 'string') return false;
  return schema.enum === undefined || schema.enum.includes(value);
}

function wordsFor(schema: ClaimSchema): string {
  if (schema.type === 'boolean') return 'true or false';
  if (schema.type === 'number') return 'a number';
  if (schema.type === 'array') return 'a list';
  if (schema.type === 'object') return 'an object';
  return schema.enum ? `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}` : 'a text';
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
