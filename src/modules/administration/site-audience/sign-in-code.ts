/** An example of a sign-in in a language. */
export interface CodeExample {
  language: string;
  code: string;
}

/**
 * Examples of a sign-in that sends visitors to a site with a token.
 * @param site address of the site, with a slash at its end.
 * @param claims of an example visitor.
 */
export function signInCode(site: string, claims: Record<string, unknown>): CodeExample[] {
  return [
    { language: 'Node.js, with jsonwebtoken', code: javascript(site, claims) },
    { language: 'Python, with PyJWT', code: python(site, claims) },
  ];
}

function javascript(site: string, claims: Record<string, unknown>): string {
  return `import jwt from 'jsonwebtoken';

const SITE = ${JSON.stringify(site)};

// Answers your sign-in address, once you know who is there.
export function sendToSite(request, response) {
  const claims = ${JSON.stringify(claims)};
  const token = jwt.sign(claims, process.env.SITE_KEY, { algorithm: 'HS256', expiresIn: '2h' });
  const wanted = String(request.query.location ?? '').replace(/^\\/+/, '');
  const address = new URL(SITE + wanted);
  address.searchParams.set('jwt_token', token);
  response.redirect(address.href);
}`;
}

function python(site: string, claims: Record<string, unknown>): string {
  return `import os, time
from urllib.parse import urlencode

import jwt

SITE = ${JSON.stringify(site)}

# Answers your sign-in address, once you know who is there.
def address_for(wanted="/"):
    claims = ${pythonOf(claims)}
    claims["exp"] = int(time.time()) + 2 * 60 * 60
    token = jwt.encode(claims, os.environ["SITE_KEY"], algorithm="HS256")
    address = SITE + wanted.lstrip("/")
    return address + ("&" if "?" in address else "?") + urlencode({"jwt_token": token})`;
}

function pythonOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonOf(one)}`);
  return `{${members.join(', ')}}`;
}
