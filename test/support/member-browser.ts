import { ownForm } from './form-token.js';
import type { TestApp } from './test-app.js';

/** A member with a session on the pages for members. */
export interface MemberBrowser {
  /** The session as a Cookie header. */
  cookie: string;
  open(path: string): Promise<Response>;
  /** @throws when the page does not exist for the member, or a shared cache may keep it. */
  read(path: string): Promise<string>;
  post(path: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form with files, as browsers do. */
  send(path: string, files: FormFile[], fields?: Record<string, string>): Promise<Response>;
}

export interface FormFile {
  name: string;
  content: string | Buffer;
  type?: string;
}

/** Signs in with a personal token. */
export async function startMemberBrowser({ baseUrl }: TestApp, token: string): Promise<MemberBrowser> {
  const send = async (path: string, form: Record<string, string>, headers: Record<string, string>) => {
    const body = await ownForm(baseUrl, headers['Cookie'] ?? '', form);
    return fetch(baseUrl + path, { method: 'POST', redirect: 'manual', headers, body });
  };
  const signedIn = await send('/app/sign-in', { token, next: '' }, {});
  const Cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  if (signedIn.status !== 303) throw new Error(`Nobody was signed in: ${signedIn.status}`);
  const open = (path: string) => fetch(baseUrl + path, { redirect: 'manual', headers: { Cookie } });
  const read = async (path: string) => {
    const response = await open(path);
    if (response.status !== 200 || response.headers.get('cache-control') !== 'private, no-store')
      throw new Error(`${path} was not to be read: ${response.status} ${await response.text()}`);
    return response.text();
  };
  return {
    cookie: Cookie,
    open,
    read,
    post: (path, form, headers = {}) => send(path, form, { Cookie, ...headers }),
    send: async (path, files, fields = {}) => {
      const body = new FormData();
      for (const [name, value] of await ownForm(baseUrl, Cookie, fields)) body.append(name, value);
      for (const { name, content, type } of files)
        body.append('files', new Blob([new Uint8Array(Buffer.from(content as string))], { type }), name);
      return fetch(baseUrl + path, { method: 'POST', redirect: 'manual', headers: { Cookie }, body });
    },
  };
}
