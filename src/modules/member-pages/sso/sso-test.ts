import type { IncomingMessage } from 'node:http';
import type { SiteAnswer } from '#modules/publishing/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, Unauthorized } from '#platform/http/errors.js';
import { requireScopes, type VisitorRequest } from '../member-request.js';

/**
 * The administrator who begins a test of an identity provider with a link on our page. Pages of others cannot begin one.
 * @throws Unauthorized, Forbidden
 */
export function requireTester({ actor }: VisitorRequest, { headers }: IncomingMessage): Actor {
  const site = headers['sec-fetch-site'];
  // `none` says that somebody typed the address, or chose a bookmark.
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new Forbidden('Begin the test on the page of the identity provider, in the settings.');
  if (!actor) throw new Unauthorized();
  requireScopes(actor, ['organization:write']);
  return actor;
}

/** Leads to the page that shows the outcome of a test. No answer of a provider stays in the address. */
export function toOutcome(
  base: string,
  { id, organizationId }: { id: string; organizationId: string },
): SiteAnswer {
  const location = `${base}/app/o/${encodeURIComponent(organizationId)}/settings/sign-in/tests/${encodeURIComponent(id)}`;
  const headers = { 'Referrer-Policy': 'no-referrer' };
  return { kind: 'redirect', status: 303, location, isComplete: true, headers };
}
