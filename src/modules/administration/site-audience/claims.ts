import type { AdaptiveSchema, ClaimSchema } from '#modules/sites/index.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';

/** The description that the schema of unsigned claims has to have. */
const UNSIGNED = 'Unsigned claims of the site visitor.';
/** Names that conditions read as `visitor.claims.name`. */
const NAME = /^[A-Za-z_$][\w$]*$/;

/** A claim of a schema, as pages list it. */
export interface ListedClaim {
  name: string;
  /** True if a token has to vouch for it. */
  isSigned: boolean;
  schema: ClaimSchema;
}

/** The kinds of claims that a form can make. */
export const CLAIM_KINDS = [
  ['boolean', 'Yes or no'],
  ['string', 'A text'],
  ['choice', 'One of a list of texts'],
  ['number', 'A number'],
  ['array', 'A list of texts'],
] as const;
type ClaimKind = (typeof CLAIM_KINDS)[number][0];

/** A claim to add. */
export interface NewClaim {
  name: string;
  kind: string;
  description: string;
  /** The texts that it may be; for claims that are chosen from a list. */
  values: string[];
  isSigned: boolean;
}

/** The claims of a schema: the signed ones first, without those inside of others. */
export function listClaims(schema: AdaptiveSchema | null): ListedClaim[] {
  const { unsigned, ...signed } = schema?.properties ?? {};
  const own = unsigned?.type === 'object' ? unsigned.properties : {};
  const list = (claims: Record<string, ClaimSchema>, isSigned: boolean): ListedClaim[] =>
    Object.entries(claims).map(([name, claim]) => ({ name, isSigned, schema: claim }));
  return [...list(signed, true), ...list(own, false)];
}

/** The schema with one more claim. @throws BadRequest naming the field, Conflict for a name that is taken. */
export function withClaim(schema: AdaptiveSchema | null, claim: NewClaim): AdaptiveSchema {
  const { name, isSigned } = claim;
  if (!NAME.test(name))
    throw new BadRequest(
      'Name: write letters, digits and “_”, as in “plan”; other names can be written as JSON below.',
    );
  if (isSigned && name === 'unsigned')
    throw new BadRequest('Name: “unsigned” holds the claims that nobody signs; choose another one.');
  if (listClaims(schema).some((one) => one.name === name && one.isSigned === isSigned))
    throw new Conflict(`Name: there is a claim “${name}” already.`);
  const { properties, ...rest } = schema ?? emptySchema();
  const made = schemaOf(claim);
  if (isSigned) return { ...rest, properties: { ...properties, [name]: made } };
  const own = properties['unsigned'];
  const unsigned: ClaimSchema = {
    type: 'object',
    description: UNSIGNED,
    properties: { ...(own?.type === 'object' ? own.properties : {}), [name]: made },
    additionalProperties: false,
  };
  return { ...rest, properties: { ...properties, unsigned } };
}

/** The schema without a claim; as it was where the claim is not there. */
export function withoutClaim(schema: AdaptiveSchema | null, name: string, isSigned: boolean): AdaptiveSchema {
  const { properties, ...rest } = schema ?? emptySchema();
  if (isSigned) return { ...rest, properties: without(properties, name) };
  const own = properties['unsigned'];
  if (own?.type !== 'object') return { ...rest, properties };
  const left = without(own.properties, name);
  const others = without(properties, 'unsigned');
  const isEmpty = Object.keys(left).length === 0;
  return {
    ...rest,
    properties: isEmpty ? others : { ...others, unsigned: { ...own, properties: left } },
  };
}

/** Claims of somebody whom the schema knows, to begin with. */
export function exampleClaims(schema: AdaptiveSchema | null): Record<string, unknown> {
  const signed = listClaims(schema).filter(({ isSigned }) => isSigned);
  return Object.fromEntries(signed.map(({ name, schema: claim }) => [name, exampleOf(claim)]));
}

/** The kind of a claim in words. */
export function kindOf(schema: ClaimSchema): string {
  if (schema.type === 'object') return 'An object';
  if (schema.type === 'boolean') return 'Yes or no';
  if (schema.type === 'number') return 'A number';
  if (schema.type === 'array')
    return `A list of ${{ string: 'texts', number: 'numbers', boolean: 'yes or no' }[schema.items.type]}`;
  return schema.enum ? `One of ${schema.enum.map((value) => `“${value}”`).join(', ')}` : 'A text';
}

function emptySchema(): AdaptiveSchema {
  return { type: 'object', properties: {}, additionalProperties: false };
}

function schemaOf({ kind, description, values }: NewClaim): ClaimSchema {
  const known = CLAIM_KINDS.find(([one]) => one === kind)?.[0] as ClaimKind | undefined;
  if (known === undefined) throw new BadRequest('Kind: choose one of the list.');
  if (known === 'choice') {
    if (values.length === 0) throw new BadRequest('Values: write each text that it may be on its own line.');
    return { type: 'string', description, enum: [...new Set(values)] };
  }
  if (known === 'array') return { type: 'array', description, items: { type: 'string', description: '' } };
  return { type: known, description };
}

function without<T>(members: Record<string, T>, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([one]) => one !== name));
}

function exampleOf(schema: ClaimSchema): unknown {
  if (schema.type === 'boolean') return true;
  if (schema.type === 'number') return 1;
  if (schema.type === 'array') return [exampleOf(schema.items)];
  if (schema.type === 'string') return schema.enum?.[0] ?? 'text';
  return Object.fromEntries(Object.entries(schema.properties).map(([name, one]) => [name, exampleOf(one)]));
}
