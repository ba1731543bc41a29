import type { Urls } from '#platform/http/urls.js';
import type { Integration } from './integrations.repository.js';

/** Place at which an installed integration answers public requests. */
export interface EndpointPlace {
  installationId?: string;
  /** On a space or site of the installation. */
  target?: { kind: 'space' | 'site'; id: string };
}

/** Path of public endpoints, below the address of this installation of Bindery. */
export const ENDPOINTS = '~integrations';
export const PICTURES = '~integration-images';

/**
 * The addresses at which `fetch` events of an integration begin; paths below them are the integration's. Answers never carry a
 * session of ours, so what a web frame shows needs no other origin.
 */
export function endpointsOf(
  urls: Urls,
  name: string,
  { installationId, target }: EndpointPlace = {},
): { publicEndpoint: string; publicContentEndpoint: string } {
  const installation = installationId === undefined ? [] : ['installations', installationId];
  const endpoint = urls.at(
    ENDPOINTS,
    name,
    ...installation,
    ...(target ? [`${target.kind}s`, target.id] : []),
  );
  return { publicEndpoint: endpoint, publicContentEndpoint: endpoint };
}

/** The address of a picture for as long as the integration has it; it says what is there, so it can be kept for ever. */
export function pictureUrl(urls: Urls, { name }: Pick<Integration, 'name'>, picture: string): string {
  return urls.at(PICTURES, name, picture);
}
