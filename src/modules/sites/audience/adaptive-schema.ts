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

/** Schema of the claims of a site's visitors; unsigned claims are under `unsigned`. */
export interface AdaptiveSchema {
  $schema?: string;
  type: 'object';
  properties: Record<string, ClaimSchema>;
  additionalProperties: false;
}
