import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { html, sendBody, type SiteAnswer } from '#modules/publishing/index.js';
import { Downloads } from '#modules/storage/index.js';
import { SessionCookie, Sessions } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { ClientAddress } from '#platform/http/client-address.js';
import { type DomainError, NotFound, retryAfterOf, tellable } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { runWithContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { refuseScripts, withFormToken } from './forms.js';
import { InvitePages } from './invites/invite-pages.js';
import type { Link } from './lists/links.js';
import { MemberLists } from './lists/member-lists.js';
import { MailPages } from './mail/mail-pages.js';
import { memberNotice } from './member-page.js';
import type { MemberRequest } from './member-request.js';
import { OrganizationParts } from './organization/organization-parts.js';
import { PreviewPages } from './preview/previews.js';
import { SignInRequests } from './sign-in/sign-in-requests.js';
import { CommandLinePage } from './sso/command-line.js';
import { HiddenOrganizations } from './sso/hidden-organizations.js';
import { SingleSignOn } from './sso/sso.js';
import { TokenPages } from './tokens/token-pages.js';

const PATH = '/app';
/** Places for signed-in members that take forms; everything else is only looked at. */
const FORMS = ['notifications', 'tokens', 'cli', 'invites', 'join', 'mail'];
/** Pages of members are private: caches must not store them. */
const HEADERS = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' };
/** A page that opens another in a window cannot control it, even at the same origin. */
const WINDOW_HEADERS = { 'Cross-Origin-Opener-Policy': 'same-origin' };

/** The member of a request, also for error pages. */
interface Visit {
  actor: Actor | null;
  /** Requested path, below `/app/`. */
  path: string;
}

/** Takes requests for the pages of signed-in members from the HTTP server, as those for sites. */
@Injectable()
export class MemberRequests {
  private readonly base: string;

  constructor(
    config: Config,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly signIn: SignInRequests,
    private readonly sso: SingleSignOn,
    private readonly commandLine: CommandLinePage,
    private readonly invites: InvitePages,
    private readonly lists: MemberLists,
    private readonly previews: PreviewPages,
    private readonly mail: MailPages,
    private readonly tokens: TokenPages,
    private readonly parts: OrganizationParts,
    private readonly hidden: HiddenOrganizations,
    private readonly downloads: Downloads,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    private readonly clients: ClientAddress,
  ) {
    this.base = new URL(config.publicUrl).pathname.replace(/\/$/, '');
  }

  /** Answers the request and returns true, or returns false when it is not for a page of members. */
  handle(message: IncomingMessage, response: ServerResponse): boolean {
    const [pathname = '', query] = (message.url ?? '').split('?', 2);
    const path = this.pathBelow(pathname);
    if (path === null) return false;
    const start = process.hrtime.bigint();
    response.once('finish', () => {
      const seconds = Number(process.hrtime.bigint() - start) / 1e9;
      this.metrics.observeRequest(message.method ?? '', 'app', response.statusCode, seconds);
    });
    const requestId = newId();
    response.setHeader('X-Request-Id', requestId);
    for (const [name, value] of Object.entries({ ...HEADERS, ...WINDOW_HEADERS }))
      response.setHeader(name, value);
    const address = this.clients.of(message);
    const visit: Visit = { actor: null, path: path + (query === undefined ? '' : `?${query}`) };
    const work = async (): Promise<void> => {
      try {
        const answer = await this.answer(path, new URLSearchParams(query), message, visit);
        await this.send(answer, message, response);
      } catch (error) {
        await this.fail(error, message, response, visit);
      }
    };
    const session = this.cookie.read(message.headers.cookie);
    void runWithContext({ requestId, address, source: 'ui' }, () => withFormToken(session, work));
    return true;
  }

  private async answer(
    path: string,
    query: URLSearchParams,
    message: IncomingMessage,
    visit: Visit,
  ): Promise<SiteAnswer> {
    const segments = decode(path);
    const [first, second = ''] = segments;
    // Previews show files, which their pages load: they see to it themselves.
    if (first !== 's') refuseScripts(message);
    this.cookie.refuseDoubled(message.headers.cookie);
    if (first === 'sign-in' || first === 'sign-out') return this.signIn.answer(segments, query, message);
    if (first === 'sso') return this.sso.answer(segments, query, message);
    const part = this.parts.find(segments);
    const isForm = (part?.takesForms || FORMS.includes(first ?? '')) && message.method === 'POST';
    if (message.method !== 'GET' && message.method !== 'HEAD' && !isForm)
      return {
        kind: 'custom',
        send: (_, response) => void response.writeHead(405, { Allow: 'GET, HEAD' }).end(),
      };
    if (first === 'mail') return this.mail.answerLink(second, message);
    const secret = this.cookie.read(message.headers.cookie);
    const actor = secret === undefined ? null : await this.sessions.find(secret);
    visit.actor = actor;
    if (first === 'invites') return this.invites.answerInvite(actor, second, query, message);
    if (!actor) return this.signIn.redirect(path, query);
    if (first === 'join') return this.invites.answerJoin(actor, second, message);
    const request: MemberRequest = { actor, segments, query };
    if (first === 'cli') return this.commandLine.answer(request, message);
    if (first === 'tokens') return this.tokens.answer(request, message);
    if (first === 'notifications') return this.mail.answerMember(request, message);
    if (part) return part.answer(request, message);
    return first === 's' ? this.previews.answer(request, message) : this.lists.answer(request);
  }

  private async send(answer: SiteAnswer, message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answer.kind === 'body')
      sendBody({ ...answer, headers: { ...unframed(answer.headers), ...HEADERS } }, message, response);
    else if (answer.kind === 'file') await this.downloads.send(answer.file, message, response);
    else if (answer.kind === 'custom') await answer.send(message, response);
    else response.writeHead(answer.status ?? 303, { Location: answer.location, ...answer.headers }).end();
  }

  private async fail(error: unknown, message: IncomingMessage, response: ServerResponse, visit: Visit) {
    const known = tellable(error);
    if (known !== error) this.logger.error('A page could not be made', { err: error });
    if (response.headersSent) return void response.destroy();
    const retryAfter = retryAfterOf(known);
    if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
    const text = known?.message ?? 'The page could not be made. Please try again.';
    const title = known instanceof NotFound ? 'Nothing here' : 'Something went wrong';
    const page = memberNotice(this.base, title, text, visit.actor && (await this.hiddenFrom(visit, known)));
    const answer = html(known?.status ?? 500, page);
    sendBody({ ...answer, headers: unframed(answer.headers) }, message, response);
  }

  private async hiddenFrom({ actor, path }: Visit, error: DomainError | null): Promise<Link[]> {
    if (!actor || !(error instanceof NotFound)) return [];
    try {
      return await this.hidden.listFor(actor, path);
    } catch (err) {
      this.logger.error('Listing organizations that require single sign-on failed', { err });
      return [];
    }
  }

  /**
   * The path below `/app`, without a leading slash; null for other addresses. Proxies strip the path of PUBLIC_URL or
   * not.
   */
  private pathBelow(pathname: string): string | null {
    const rest =
      this.base !== '' && pathname.startsWith(`${this.base}/`) ? pathname.slice(this.base.length) : pathname;
    if (rest !== PATH && !rest.startsWith(`${PATH}/`)) return null;
    return rest.slice(PATH.length + 1);
  }
}

/** Sites may be at the same origin: none of their pages may show one of these in a frame, and lead clicks astray. */
function unframed(headers: Record<string, string>): Record<string, string> {
  const policy = headers['Content-Security-Policy'];
  if (policy === undefined) return headers;
  const closed = policy.replace("frame-ancestors 'self'", "frame-ancestors 'none'");
  return { ...headers, 'Content-Security-Policy': closed };
}

/** @throws NotFound for what cannot be the address of anything. */
function decode(path: string): string[] {
  try {
    const segments = path.replace(/\/+$/, '').split('/').map(decodeURIComponent);
    if (segments.some((segment) => segment.includes('\0'))) throw new NotFound('page');
    return segments;
  } catch {
    throw new NotFound('page');
  }
}
