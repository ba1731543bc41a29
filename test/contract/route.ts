import type { Role } from '../../src/platform/http/actor.js';
import type { Scope } from '../../src/platform/http/scopes.js';
import type { RequestOptions } from '../support/api-client.js';
import type { RouteFixture } from './route-fixture.js';

/**
 * Required role for a route. `public`: everybody, without a token. `anybody`: every valid token. `member`: members of
 * the organization, guests too. A role: members with that role or a stronger one.
 */
export type Audience = 'public' | 'anybody' | 'member' | Role;

export interface Route {
  /** `METHOD /path` as in the OpenAPI document. */
  route: string;
  scope?: Scope;
  /** A second scope, for routes whose answer gives more than they name. */
  alsoNeeds?: Scope;
  audience: Audience;
  /** True where only who made the thing is shown what it leads to: the administrator of the fixture. */
  isOfMaker?: true;
  query?: Record<string, string> | ((fixture: RouteFixture) => Record<string, string>);
  /** Values of path parameters that are others than elsewhere. */
  params?: (fixture: RouteFixture) => Record<string, string>;
  /** A body that is not JSON. */
  raw?: () => Promise<RequestOptions>;
  /** The status of success; 200 for reads unless told. */
  status: number;
  /** Prepares the fixture, as its administrator. */
  prepare?: (fixture: RouteFixture) => Promise<unknown>;
}

export const get = (path: string, scope: Scope, audience: Audience): Route => ({
  route: `GET ${path}`,
  scope,
  audience,
  status: 200,
});

export const open = (path: string, status = 200): Route => ({
  route: `GET ${path}`,
  audience: 'public',
  status,
});

function write(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  scope: Scope,
  audience: Audience,
  status: number,
) {
  return (prepare?: Route['prepare']): Route => ({
    route: `${method} ${path}`,
    scope,
    audience,
    status,
    prepare,
  });
}

export const post = (path: string, scope: Scope, audience: Audience, status = 200) =>
  write('POST', path, scope, audience, status);
export const put = (path: string, scope: Scope, audience: Audience, status = 204) =>
  write('PUT', path, scope, audience, status);
export const patch = (path: string, scope: Scope, audience: Audience, status = 200) =>
  write('PATCH', path, scope, audience, status);
export const remove = (path: string, scope: Scope, audience: Audience) =>
  write('DELETE', path, scope, audience, 204)();

/** The address that a path template names, with these values. */
export function addressOf(template: string, values: Record<string, string | undefined>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The fixture has no value for {${name}}.`);
    return value;
  });
}

/** Lets the user and the team of the fixture into what is at `base`, so that there is a grant to take away. */
export const granted =
  (base: string): Route['prepare'] =>
  ({ admin, params }) =>
    admin.api.post(`${addressOf(base, params)}/permissions`, {
      users: [params['userId']],
      teams: [params['teamId']],
      role: 'read',
    });

/** The paths most routes start with. */
export const org = '/v1/orgs/{organizationId}';
export const collection = '/v1/collections/{collectionId}';
export const space = '/v1/spaces/{spaceId}';
export const revision = `${space}/revisions/{revisionId}`;
export const request = `${space}/change-requests/{changeRequestId}`;
export const site = `${org}/sites/{siteId}`;
