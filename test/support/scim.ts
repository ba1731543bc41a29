import type { TestOrganization } from './factories.js';
import type { TestApp } from './test-app.js';

export interface ScimAnswer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read bodies freely
  body: any;
}

/** An identity provider with a token of an organization. */
export interface ScimClient {
  tokenId: string;
  token: string;
  send(method: string, path: string, body?: object): Promise<ScimAnswer>;
  /** A list that a filter finds. */
  find(kind: 'Users' | 'Groups', filter: string, more?: string): Promise<ScimAnswer>;
}

/** Calls SCIM as whoever has the token. */
export async function callScim(
  { baseUrl }: TestApp,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<ScimAnswer> {
  const response = await fetch(`${baseUrl}/scim/v2/${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/scim+json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}

/** Makes a token of the organization, and a client that uses it. */
export async function startScim(
  test: TestApp,
  { id, admin }: TestOrganization,
  settings: object = {},
): Promise<ScimClient> {
  const made = await admin.api.post(`/v1/orgs/${id}/scim-tokens`, { label: 'Okta', ...settings });
  if (made.status !== 201) throw new Error(`No token was made: ${made.status} ${made.text}`);
  const { token, id: tokenId } = made.body as { token: string; id: string };
  const send: ScimClient['send'] = (method, path, body) => callScim(test, token, method, path, body);
  return {
    ...{ tokenId, token, send },
    find: (kind, filter, more = '') => send('GET', `${kind}?filter=${encodeURIComponent(filter)}${more}`),
  };
}
