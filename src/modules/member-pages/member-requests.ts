import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { type BodyAnswer, html, sendBody, type SiteAnswer } from '#modules/publishing/index.js';
import { LastSeenTracker } from '#modules/organizations/index.js';
import { Downloads } from '#modules/storage/index.js';
import { SessionCookie, Sessions } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { type DomainError, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { FrontDoor, type WebHandler } from '#platform/web/front-door.js';
import { refuseScripts, withFormToken } from './forms.js';
import { openPage } from './member-document.js';
import { ErrorNotice } from './error-notice.js';
import { requireScopes } from './member-request.js';
import { MemberRoutes } from './member-routes.js';
import { MemberShell } from './member-shell.js';
import { SESSION_API, SessionApi } from './session-api.js';
import { SignInRequests } from './sign-in/sign-in-requests.js';
import { HiddenOrganizations } from './sso/hidden-organizations.js';

const PATH = '/app';
/** Pages of members are private: caches must not store them. */
const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
/** A page that opens another in a window cannot control it, even at the same origin. */
const WINDOW_HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin' };

/** The member of a request, also for error pages. */
interface Visit {
  actor: Actor | null;
  /** Requested path below `/app/`, with its query. */
  path: string;
}

/** Takes requests for the pages of signed-in members from the HTTP server, as those for sites. */
@Injectable()
export class MemberRequests implements WebHandler {
  constructor(
    private readonly config: Config,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly routes: MemberRoutes,
    private readonly shell: MemberShell,
    private readonly signIn: SignInRequests,
    private readonly api: SessionApi,
    private readonly hidden: HiddenOrganizations,
    private readonly lastSeen: LastSeenTracker,
    private readonly downloads: Downloads,
    private readonly door: FrontDoor,
    private readonly logger: Logger,
  ) {}

  /** Answers a request for a page of members; other requests go on to `next`. */
  handle(message: IncomingMessage, response: ServerResponse, next: () => void): void {
    const [pathname = '', query] = this.door.addressOf(message).split('?', 2);
    if (pathname !== PATH && !pathname.startsWith(`${PATH}/`)) return next();
    const path = pathname.slice(PATH.length + 1);
    if (path.startsWith(`${SESSION_API}/`)) return this.api.handle(message, response, next);
    this.door.measure(message, response, 'app');
    for (const [name, value] of Object.entries({ ...HEADERS, ...WINDOW_HEADERS }))
      response.setHeader(name, value);
    const session = this.cookie.read(message.headers.cookie);
    const visit: Visit = { actor: null, path: path + (query === undefined ? '' : `?${query}`) };
    const fail = (error: DomainError | null) =>
      withFormToken(session, () => this.fail(error, message, response, visit));
    this.door.run(message, response, { context: { source: 'ui' }, fail }, () =>
      withFormToken(session, async () => {
        const answer = await this.answer(path, new URLSearchParams(query), message, visit);
        await this.send(answer, message, response);
      }),
    );
  }

  private async answer(
    path: string,
    query: URLSearchParams,
    message: IncomingMessage,
    visit: Visit,
  ): Promise<SiteAnswer> {
    const route = this.find(path);
    if (!route?.hasFiles) refuseScripts(message);
    this.cookie.refuseDoubled(message.headers.cookie);
    const isForm = message.method === 'POST' && route?.forms === true;
    if (message.method !== 'GET' && message.method !== 'HEAD' && !isForm)
      return {
        kind: 'custom',
        send: (_, response) => void response.writeHead(405, { Allow: 'GET, HEAD' }).end(),
      };
    const secret = this.cookie.read(message.headers.cookie);
    const actor = secret === undefined ? null : await this.sessions.find(secret);
    visit.actor = actor;
    if (!actor && !route?.isOpen) return this.signIn.redirect(path, query);
    if (!route) throw new NotFound('page');
    if (actor) requireScopes(actor, [...(route.scopes ?? []), ...((isForm && route.formScopes) || [])]);
    if (actor && !route.isOpen) currentContext().actor = actor.userId;
    if (actor && route.params['organization']) this.lastSeen.record(actor, route.params['organization']);
    return route.answer(
      { actor, path: path.replace(/\/+$/, ''), query, params: route.params, rest: route.rest },
      message,
    );
  }

  /** @throws NotFound for a path that cannot be the address of anything. */
  private find(path: string) {
    try {
      if (decodeURIComponent(path).includes('\0')) throw new NotFound('page');
      return this.routes.find(`/${path.replace(/\/+$/, '')}`);
    } catch {
      throw new NotFound('page');
    }
  }

  private async send(answer: SiteAnswer, message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answer.kind === 'body')
      sendBody({ ...answer, headers: { ...unframed(answer.headers), ...HEADERS } }, message, response);
    else if (answer.kind === 'file') await this.downloads.send(answer.file, message, response);
    else if (answer.kind === 'custom') await answer.send(message, response);
    else response.writeHead(answer.status ?? 303, { Location: answer.location, ...answer.headers }).end();
  }

  private async fail(
    error: DomainError | null,
    message: IncomingMessage,
    response: ServerResponse,
    visit: Visit,
  ): Promise<void> {
    const text = error?.message ?? 'The page could not be made. Please try again.';
    const title = error instanceof NotFound ? 'Nothing here' : 'Something went wrong';
    const answer = await this.notice(visit, error, title, text);
    sendBody({ ...answer, headers: unframed(answer.headers) }, message, response);
  }

  private async notice(
    { actor, path }: Visit,
    error: DomainError | null,
    title: string,
    text: string,
  ): Promise<BodyAnswer> {
    const base = this.config.basePath;
    const status = error?.status ?? 500;
    const alone = (): BodyAnswer => html(status, openPage(base, title, ErrorNotice({ base, text })));
    if (!actor) return alone();
    try {
      // Single sign-on may show what a member of other organizations was looking for.
      const elsewhere = error instanceof NotFound ? await this.hidden.listFor(actor, path) : [];
      const [place = ''] = path.split('?');
      return await this.shell.page(
        { actor, path: place },
        { title, status },
        ErrorNotice({ base, text, elsewhere }),
      );
    } catch (err) {
      this.logger.error('The frame around an error could not be made', { err });
      return alone();
    }
  }
}

/** Sites may be at the same origin: none of their pages may show one of these in a frame, and lead clicks astray. */
function unframed(headers: Record<string, string>): Record<string, string> {
  const policy = headers['Content-Security-Policy'];
  if (policy === undefined) return headers;
  const closed = policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'");
  return { ...headers, 'Content-Security-Policy': closed };
}
