import type { Urls } from '#platform/http/urls.js';
import type { Integration } from './integrations.repository.js';

/** Where an integration answers requests of anybody, as it is installed. */
export interface EndpointPlace {
  installationId?: string;
  /** On a space or site of the installation. */
  target?: { kind: 'space' | 'site'; id: string };
}

/** Path of public endpoints, below the address of this installation of Bindery. */
export const ENDPOINTS = '~integrations';
export const PICTURES = '~integration-images';

/** The address at which `fetch` events of an integration begin; paths below it are the integration's. */
export function publicEndpointOf(
  urls: Urls,
  name: string,
  { installationId, target }: EndpointPlace = {},
): string {
  const installation = installationId === undefined ? [] : ['installations', installationId];
  return urls.at(ENDPOINTS, name, ...installation, ...(target ? [`${target.kind}s`, target.id] : []));
}

/** The address of a picture for as long as the integration has it; it says what is there, so it can be kept for ever. */
export function pictureUrl(urls: Urls, { name }: Pick<Integration, 'name'>, picture: string): string {
  return urls.at(PICTURES, name, picture);
}
