/** A claim of a visitor, as JSON Schema describes it. */
export type ClaimSchema = PrimitiveClaim | ArrayClaim | ObjectClaim;

export type PrimitiveClaim =
  | { type: 'boolean'; description: string }
  | { type: 'string'; description: string; enum?: string[] }
  | { type: 'number'; description: string };

interface ArrayClaim {
  type: 'array';
  description: string;
  items: PrimitiveClaim;
}

export interface ObjectClaim {
  type: 'object';
  description: string;
  properties: Record<string, ClaimSchema>;
  additionalProperties: false;
}

/** What the visitors of a site may claim to be; the claims that nobody signed are those of `unsigned`. */
export interface AdaptiveSchema {
  $schema?: string;
  type: 'object';
  properties: Record<string, ClaimSchema>;
  additionalProperties: false;
}
