import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  request as send,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { compactVerify } from 'jose';
import type { GitServer } from './git-server.js';

interface HostedRepository {
  id: number;
  owner: string;
  name: string;
}

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  body: Record<string, unknown>;
}

type Answer = { status?: number; body?: unknown };
type Handler = (asked: Asked, ...parts: string[]) => Answer | Promise<Answer>;

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
});

/** A person at GitHub who comes back with a code. */
export interface HostPerson {
  id: number;
  /** Names of organizations that they own. */
  owns: string[];
}

/** A host of repositories: the few operations that are asked for of GitHub, GitLab or Gitea, and Git in front of a server of repositories. */
export class GitHost {
  /** Tokens that open everything; those of installations of the App come along. */
  readonly tokens = new Set<string>(['good-token']);
  /** True when tokens may make webhooks. */
  mayHook = true;
  readonly hooks = new Map<string, { repository: string; body: Record<string, unknown> }>();
  readonly repositories: HostedRepository[] = [];
  /** Installations of the App, with the repositories that it may use. */
  readonly installations: { id: number; account: string; repositories: string[] }[] = [];
  /** People by the codes that they come back with. */
  readonly people = new Map<string, HostPerson>();
  readonly asked: string[] = [];
  /** As the API shows it when the App is made. */
  readonly app = { id: 77, slug: 'bindery-test', webhookSecret: 'secret of the app', privateKey };
  private readonly issued = new Map<string, { installation: number; repositories?: number[] }>();
  private count = 100;
  private manifest?: { redirect_url: string; callback_urls: string[] };

  private constructor(
    private readonly server: Server,
    readonly url: string,
    private readonly git: GitServer,
  ) {}

  static async start(git: GitServer): Promise<GitHost> {
    let host: GitHost | undefined;
    const server = createServer((request, response) => void host?.answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return (host = new GitHost(server, `http://127.0.0.1:${port}`, git));
  }

  /** A repository at the host. Answers the address that Git asks. */
  create(owner: string, name: string, files: Record<string, string>): string {
    this.git.create(`${owner}/${name}.git`, files);
    this.repositories.push({ id: ++this.count, owner, name });
    return `${this.url}/${owner}/${name}.git`;
  }

  idOf(name: string): number {
    return this.repositories.find((repository) => repository.name === name)!.id;
  }

  async close(): Promise<void> {
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const api =
      /^\/api\/v[134]\/(.*)$/.exec(url.pathname)?.[1] ??
      (url.pathname.startsWith('/login/') ? url.pathname.slice(1) : null);
    if (url.pathname === '/favicon.ico') return void response.writeHead(204).end();
    if (url.pathname.endsWith('/new')) return this.page(request, url, response);
    if (api === null) return this.pass(request, response);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const token = (request.headers.authorization ?? '').replace(/^(Bearer|token) /, '');
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    this.asked.push(`${request.method} ${api}`);
    const asked = { method: request.method ?? 'GET', path: api, query: url.searchParams, token, body };
    const found = (await this.handle(asked)) ?? { status: 404, body: { message: 'Not Found' } };
    response.writeHead(found.status ?? 200, { 'content-type': 'application/json' });
    response.end(found.body === undefined ? '' : JSON.stringify(found.body));
  }

  /** The page on which a person agrees: its link leads the browser back. */
  private async page(request: IncomingMessage, url: URL, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const manifest = new URLSearchParams(text).get('manifest');
    if (manifest !== null)
      this.manifest = JSON.parse(manifest) as { redirect_url: string; callback_urls: string[] };
    const isApp = url.pathname.endsWith('/apps/new');
    const back = isApp ? this.manifest?.redirect_url : this.manifest?.callback_urls[0];
    const answer: Record<string, string> = isApp
      ? { code: 'made' }
      : { code: 'code-of-owner', installation_id: '9001', setup_action: 'install' };
    const query = new URLSearchParams({ ...answer, state: url.searchParams.get('state') ?? '' });
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<a href="${back}?${query}">Agree</a>`);
  }

  private async handle(asked: Asked): Promise<Answer | null> {
    for (const [pattern, handler] of this.open)
      if (pattern.test(`${asked.method} ${asked.path}`))
        return handler(asked, ...pattern.exec(`${asked.method} ${asked.path}`)!.slice(1));
    if (!this.knows(asked.token)) return { status: 401, body: { message: 'Bad credentials' } };
    for (const [pattern, handler] of this.closed)
      if (pattern.test(`${asked.method} ${asked.path}`))
        return handler(asked, ...pattern.exec(`${asked.method} ${asked.path}`)!.slice(1));
    return null;
  }

  private knows(token: string): boolean {
    return this.tokens.has(token) || this.issued.has(token) || this.people.has(token);
  }

  private readonly open: [RegExp, Handler][] = [
    [
      /^POST app-manifests\/([^/]+)\/conversions$/,
      (_, code) =>
        code === 'made'
          ? {
              status: 201,
              body: {
                ...{ id: this.app.id, slug: this.app.slug, owner: { login: 'acme' }, client_id: 'Iv1.x' },
                ...{ client_secret: 'cs', pem: this.app.privateKey, webhook_secret: this.app.webhookSecret },
              },
            }
          : { status: 404, body: {} },
    ],
    [
      /^POST login\/oauth\/access_token$/,
      ({ body }) => ({
        body: this.people.has(String(body['code']))
          ? { access_token: body['code'] }
          : { error: 'bad_verification_code' },
      }),
    ],
    [/^POST app\/installations\/(\d+)\/access_tokens$/, (asked, id) => this.issue(asked, Number(id))],
  ];

  private readonly closed: [RegExp, Handler][] = [
    [
      /^GET user\/installations$/,
      () => ({
        body: {
          installations: this.installations.map(({ id, account }) => ({
            ...{ id, app_id: this.app.id },
            account: { id: 1, login: account, type: 'Organization' },
          })),
        },
      }),
    ],
    [
      /^GET user\/memberships\/orgs\/([^/]+)$/,
      ({ token }, name) => {
        const isOwner = this.people.get(token)?.owns.includes(name!);
        return { body: { state: 'active', role: isOwner ? 'admin' : 'member' } };
      },
    ],
    [
      /^GET (?:installation\/repositories|user\/repos|projects)$/,
      ({ path, token, query }) => {
        const seen = Number(query.get('page')) > 1 ? [] : this.seenBy(token);
        const list = seen.map((repository) => this.shown(repository));
        return { body: path.startsWith('installation') ? { repositories: list } : list };
      },
    ],
    [
      /^GET (?:repositories|projects)\/(\d+)$/,
      ({ token }, id) => this.show(token, (one) => one.id === Number(id)),
    ],
    [
      /^GET (?:repos\/([^/]+)\/([^/]+)|projects\/([^/]+)%2F([^/]+))$/,
      ({ token }, ...parts) => this.show(token, isAt(parts)),
    ],
    [
      /^GET (?:repos\/([^/]+)\/([^/]+)|projects\/([^/]+)%2F([^/]+)\/repository)\/branches$/,
      ({ query }) => ({ body: Number(query.get('page')) > 1 ? [] : [{ name: 'main' }] }),
    ],
    [
      /^GET repos\/([^/]+)\/([^/]+)\/contents\/(.+)$/,
      (_, owner, name, path) =>
        this.file(`${owner}/${name}.git`, path!, (size) => ({
          sha: 'b10b',
          path,
          size,
          name: path!.split('/').at(-1),
        })),
    ],
    [
      /^GET projects\/([^/]+)%2F([^/]+)\/repository\/files\/([^/]+)$/,
      (_, owner, name, encoded) => {
        const path = decodeURIComponent(encoded!);
        return this.file(`${owner}/${name}.git`, path, (size) => ({
          ...{ blob_id: 'b10b', file_path: path, size },
          file_name: path.split('/').at(-1),
        }));
      },
    ],
    [
      /^POST (?:repos|projects)\/(.+)\/hooks$/,
      ({ body }, repository) => {
        if (!this.mayHook) return { status: 403, body: {} };
        const id = String(++this.count);
        this.hooks.set(id, { repository: decodeURIComponent(repository!), body });
        return { status: 201, body: { id: Number(id) } };
      },
    ],
    [
      /^DELETE (?:repos|projects)\/.+\/hooks\/(\d+)$/,
      (_, id) => (this.hooks.delete(id!) ? { status: 204 } : { status: 404 }),
    ],
  ];

  private async issue({ token, body }: Asked, id: number): Promise<Answer> {
    // Tests have a clock of their own: only the signature and the issuer count.
    const { payload: signed } = await compactVerify(token, createPublicKey(publicKey), {
      algorithms: ['RS256'],
    });
    const payload = JSON.parse(Buffer.from(signed).toString()) as { iss: string; iat: number };
    const installation = this.installations.find((one) => one.id === id);
    if (payload.iss !== String(this.app.id) || !installation) return { status: 404, body: {} };
    const repositories = body['repository_ids'] as number[] | undefined;
    const allowed = this.repositories.filter(({ name }) => installation.repositories.includes(name));
    if (repositories?.some((wanted) => !allowed.some((one) => one.id === wanted)))
      return { status: 422, body: {} };
    const issued = `ghs_${++this.count}`;
    this.issued.set(issued, { installation: id, ...(repositories ? { repositories } : {}) });
    const lifetime = (payload.iat + 3600) * 1000;
    return { status: 201, body: { token: issued, expires_at: new Date(lifetime).toISOString() } };
  }

  private seenBy(token: string): HostedRepository[] {
    const issued = this.issued.get(token);
    if (!issued) return this.repositories;
    const names = this.installations.find(({ id }) => id === issued.installation)?.repositories ?? [];
    return this.repositories.filter(
      ({ id, name }) => names.includes(name) && (issued.repositories?.includes(id) ?? true),
    );
  }

  private show(token: string, matches: (repository: HostedRepository) => boolean): Answer {
    const found = this.seenBy(token).find(matches);
    return found ? { body: this.shown(found) } : { status: 404, body: {} };
  }

  /** With the members that each of the hosts has. */
  private shown({ id, owner, name }: HostedRepository): object {
    const address = `${this.url}/${owner}/${name}.git`;
    return {
      ...{ id, name, path: name, owner: { login: owner }, default_branch: 'main' },
      ...{ path_with_namespace: `${owner}/${name}`, clone_url: address, http_url_to_repo: address },
    };
  }

  private file(repository: string, path: string, shown: (size: number) => object): Answer {
    try {
      return { body: shown(this.git.read(repository, path).length) };
    } catch {
      return { status: 404, body: {} };
    }
  }

  /** Git itself, for whoever has a token that opens the repository. */
  private pass(request: IncomingMessage, response: ServerResponse): void {
    const given = Buffer.from(
      (request.headers.authorization ?? '').replace(/^Basic /, ''),
      'base64',
    ).toString();
    const token = given.slice(given.indexOf(':') + 1);
    const [, owner, name] = /^\/([^/]+)\/([^/]+)\.git\//.exec(request.url ?? '') ?? [];
    const isSeen = this.seenBy(token).some((one) => one.owner === owner && one.name === name);
    if (!this.knows(token) || !isSeen)
      return void response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
    const { authorization: _, ...headers } = request.headers;
    const passed = send(`${this.git.url}${request.url}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passed);
  }
}

function isAt(parts: string[]): (repository: HostedRepository) => boolean {
  const [owner, name] = parts.filter((part) => part !== undefined).map(decodeURIComponent);
  return (repository) => repository.owner === owner && repository.name === name;
}
