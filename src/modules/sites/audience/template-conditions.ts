import { EXPRESSION_LIMITS } from '#modules/expressions/index.js';
import type { AdaptiveSchema, ClaimSchema } from './adaptive-schema.js';

/** A condition to choose from, and in words whom it is true for. */
export interface TemplateCondition {
  description: string;
  condition: string;
}

/** A condition for each value that is known of the claims of a schema: the booleans, and the texts that are listed. */
export function templateConditions(schema: AdaptiveSchema): TemplateCondition[] {
  return conditionsOf(schema.properties, { path: 'visitor.claims', name: '' }).filter(
    ({ condition }) => condition.length <= EXPRESSION_LIMITS.length,
  );
}

/** Path of a claim: as an expression reads it, and for people. */
interface Place {
  path: string;
  name: string;
}

function conditionsOf(claims: Record<string, ClaimSchema>, place: Place): TemplateCondition[] {
  return Object.entries(claims).flatMap(([name, claim]) => {
    const own = { path: place.path + member(name), name: place.name ? `${place.name}.${name}` : name };
    return claim.type === 'object' ? conditionsOf(claim.properties, own) : valuesOf(claim, own);
  });
}

function valuesOf(claim: ClaimSchema, { path, name }: Place): TemplateCondition[] {
  const about = claim.description.trim() && ` (${claim.description.trim()})`;
  if (claim.type === 'boolean') {
    return [
      { description: `${name} is true${about}`, condition: `${path} == true` },
      { description: `${name} is not true${about}`, condition: `${path} != true` },
    ];
  }
  if (claim.type === 'array') {
    const { items } = claim;
    const values = items.type === 'string' ? (items.enum ?? []) : [];
    return values.map((value) => ({
      description: `${name} contains "${value}"${about}`,
      condition: `${literal(value)} in ${path}`,
    }));
  }
  if (claim.type !== 'string') return [];
  return (claim.enum ?? []).map((value) => ({
    description: `${name} is "${value}"${about}`,
    condition: `${path} == ${literal(value)}`,
  }));
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${literal(name)}]`;
}

function literal(text: string): string {
  return JSON.stringify(text);
}
