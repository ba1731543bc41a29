import type { DocumentBlock } from '#modules/documents/index.js';
import { markdown } from '../computed/document-parts.js';
import type { Specification } from '../processing/specification.js';
import { asList, asObject, asText, type JsonObject, resolve } from '../reference/resolve.js';

/** A scheme by which a request authenticates. */
export interface ReferenceSecurity {
  name: string;
  /** The place of the credentials; `other` needs steps that a page cannot take. */
  kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie' | 'other';
  /** Name of the header, parameter or cookie. */
  parameter?: string;
  /** The name of the scheme in the specification: `http bearer`, `oauth2`. */
  label: string;
  scopes: string[];
  description: DocumentBlock[];
}

/** The schemes that an operation accepts, in their order. */
export function securityOf(specification: Specification, definition: JsonObject): ReferenceSecurity[] {
  const schemes = asObject(asObject(specification['components'])['securitySchemes']);
  const needed = asList(definition['security'] ?? specification['security']).flatMap((option) =>
    Object.entries(asObject(option)),
  );
  const byName = new Map(needed);
  return [...byName].flatMap(([name, scopes]): ReferenceSecurity[] => {
    if (!Object.hasOwn(schemes, name)) return [];
    const scheme = resolve(specification, schemes[name]);
    const described = {
      name,
      scopes: asList(scopes).filter((scope): scope is string => typeof scope === 'string'),
      description: markdown(asText(scheme['description'])),
    };
    return [{ ...described, ...placeOf(scheme) }];
  });
}

function placeOf(scheme: JsonObject): Pick<ReferenceSecurity, 'kind' | 'parameter' | 'label'> {
  const type = asText(scheme['type']) ?? '';
  const http = (asText(scheme['scheme']) ?? '').toLowerCase();
  if (type === 'apiKey') {
    const place = asText(scheme['in']);
    const kind = place === 'header' || place === 'query' || place === 'cookie' ? place : 'other';
    return { kind, parameter: asText(scheme['name']), label: `API key · ${place ?? ''}` };
  }
  if (type === 'http') {
    const kind = http === 'bearer' || http === 'basic' ? http : 'other';
    return { kind, label: `HTTP ${http}` };
  }
  // A token is always sent in the same way, regardless of its origin.
  const isToken = type === 'oauth2' || type === 'openIdConnect';
  return { kind: isToken ? 'bearer' : 'other', label: type };
}
