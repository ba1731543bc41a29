import { decodePercent } from '#platform/http/decode-percent.js';
import { ENDPOINTS } from '../catalog/integration-urls.js';

/** Target of a public endpoint: an integration, an installation, or an installation on a space or site. */
export interface EndpointAddress {
  integration: string;
  installationId?: string;
  target?: { kind: 'space' | 'site'; id: string };
}

/**
 * Target of a path below PUBLIC_URL; null when it is not a public endpoint. The rest of the path belongs to the script.
 */
export function endpointAddress(path: string): EndpointAddress | null {
  const [, first, integration, ...rest] = path.split('/').map(decodePercent);
  if (first !== ENDPOINTS || !integration) return null;
  const [installations, installationId, kinds, id] = rest;
  if (installations !== 'installations' || !installationId) return { integration };
  const kind = kinds === 'spaces' ? 'space' : kinds === 'sites' ? 'site' : undefined;
  return { integration, installationId, ...(kind && id ? { target: { kind, id } } : {}) };
}
