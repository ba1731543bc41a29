import { ENDPOINTS } from '../catalog/integration-urls.js';

/** What of an integration a public endpoint is for: itself, an installation, or that on a space or site. */
export interface EndpointAddress {
  integration: string;
  installationId?: string;
  target?: { kind: 'space' | 'site'; id: string };
}

/** What a path below PUBLIC_URL is for; null when it is no public endpoint. What follows is the script's own business. */
export function endpointAddress(path: string): EndpointAddress | null {
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
