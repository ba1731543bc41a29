import type { Urls } from '#platform/http/urls.js';
import type { TargetKind } from '../installations/targets.repository.js';

/** First segment of the addresses that scripts answer at. */
export const ENDPOINTS = '~integrations';

/** What of an integration an address is for: itself, an installation, or that on a space or site. */
export interface EndpointPlace {
  integration: string;
  installationId?: string;
  target?: { kind: TargetKind; id: string };
}

/** The address at which the script of an integration answers HTTP: `<PUBLIC_URL>/~integrations/<name>…`. */
export function publicEndpoint(urls: Urls, { integration, installationId, target }: EndpointPlace): string {
  const installation = installationId === undefined ? [] : ['installations', installationId];
  const on = target === undefined ? [] : [`${target.kind}s`, target.id];
  return urls.at(ENDPOINTS, integration, ...installation, ...on);
}

/** What a path below PUBLIC_URL is for; null when it is no address of an integration. What follows is the script's own business. */
export function endpointPlace(path: string): EndpointPlace | null {
  const [, first, integration, ...rest] = path.split('/').map(decode);
  if (first !== ENDPOINTS || !integration) return null;
  const [installations, installationId, kinds, id] = rest;
  if (installations !== 'installations' || !installationId) return { integration };
  const kind = kinds === 'spaces' ? 'space' : kinds === 'sites' ? 'site' : undefined;
  return { integration, installationId, ...(kind && id ? { target: { kind, id } } : {}) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
