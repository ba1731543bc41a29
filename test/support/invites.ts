import { ownForm } from './form-token.js';
import type { TestApp } from './test-app.js';

interface PageAnswer {
  status: number;
  text: string;
  /** Path and query of the redirect; empty for a page. */
  location: string;
  /** The cookie of a session that the answer starts; empty without one. */
  cookie: string;
}

/** Opens a page for members; `cookie` of an earlier answer identifies the member. */
export function openPage(test: TestApp, path: string, cookie = ''): Promise<PageAnswer> {
  return send(test, path, { headers: cookie === '' ? {} : { Cookie: cookie } });
}

/** Sends a form of such a page. */
export async function postForm(
  test: TestApp,
  path: string,
  form: Record<string, string>,
  cookie = '',
): Promise<PageAnswer> {
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const headers = cookie === '' ? type : { ...type, Cookie: cookie };
  const body = (await ownForm(test.baseUrl, cookie, form)).toString();
  return send(test, path, { method: 'POST', headers, body });
}

async function send(test: TestApp, path: string, options: RequestInit): Promise<PageAnswer> {
  const response = await fetch(test.baseUrl + path, { ...options, redirect: 'manual' });
  return {
    status: response.status,
    text: await response.text(),
    location: response.headers.get('location') ?? '',
    cookie: (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
  };
}

/** The actions of the audit log of an organization, by name. */
export async function actionsOf(test: TestApp, organizationId: string): Promise<string[]> {
  const rows = await test.db.query<{ action: string }>(
    `select action from audit_events where organization_id = $1 and action not like 'token.%'
       and action not like 'organization.%' order by action`,
    [organizationId],
  );
  return rows.map((row) => row.action);
}
