import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import {
  locationOfNext,
  MailSignIn,
  type NewSession,
  nextPath,
  normalizeEmail,
  SessionCookie,
  Sessions,
  SsoSignIn,
  TooManySignIns,
} from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, DomainError, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { readOwnForm } from '../forms.js';
import type { VisitorRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { confirmPage, type Problem, sentPage, signInPage, ssoPage } from './sign-in-pages.js';

/** The address of a mailed link holds its secret. Not `no-referrer`: forms would come without an origin. */
const HEADERS = { 'Referrer-Policy': 'same-origin' };

/** Signs members in, with a personal token, a mailed link or their identity provider; and out. */
@Injectable()
export class SignInRequests {
  constructor(
    private readonly config: Config,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly mail: MailSignIn,
    private readonly sso: SsoSignIn,
    private readonly logger: Logger,
  ) {}

  /** @throws Forbidden for a form of another site, PayloadTooLarge, NotFound */
  @AppRoute('/sign-in{/*rest}', { isOpen: true, forms: true })
  async answer({ rest, query }: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const isForm = message.method === 'POST';
    const form = isForm ? await readOwnForm(message) : query;
    switch (`${isForm ? 'POST' : 'GET'} ${rest.join('/')}`) {
      case 'GET ':
        return this.show(200, form);
      case 'POST ':
        return this.withToken(form, message);
      case 'POST mail':
        return this.askForLink(form);
      case 'GET sent':
        return page(200, sentPage(this.config.basePath));
      case 'GET link':
        return this.confirm(form);
      case 'POST link':
        return this.withLink(form, message);
      case 'GET sso':
        return this.findProviders(form);
      default:
        throw new NotFound('page');
    }
  }

  /** To the form, and from there back to `path`. */
  redirect(path: string, query: URLSearchParams): SiteAnswer {
    const next = path + (query.size > 0 ? `?${query.toString()}` : '');
    const search = next === '' ? '' : `?${new URLSearchParams({ next }).toString()}`;
    return this.goTo(`${this.config.basePath}/app/sign-in${search}`);
  }

  /** @throws Forbidden for a form of another site */
  @AppRoute('/sign-out', { isOpen: true, forms: true })
  async signOut(_request: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    // A link or a picture on another site signs nobody out.
    if (message.method !== 'POST') return this.goTo(`${this.config.basePath}/app`);
    await readOwnForm(message);
    await this.endSession(message);
    return this.goTo(`${this.config.basePath}/app/sign-in`, this.cookie.write(null));
  }

  private async withToken(form: URLSearchParams, message: IncomingMessage): Promise<SiteAnswer> {
    const session = await this.sessions.start((form.get('token') ?? '').trim());
    if (session) return this.enter(session, form.get('next'), message);
    this.logger.warn('A sign-in failed', { by: 'token' });
    const text = 'This token is not valid. It may have ended or been revoked.';
    return this.show(401, form, { field: 'token', text });
  }

  private async askForLink(form: URLSearchParams): Promise<SiteAnswer> {
    try {
      const { address = '' } = currentContext();
      await this.mail.request(form.get('email') ?? '', form.get('next') ?? '', address);
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof TooManySignIns)) throw error;
      return this.showProblem(error, form);
    }
    return this.goTo(`${this.config.basePath}/app/sign-in/sent`);
  }

  private async showProblem(error: DomainError, form: URLSearchParams): Promise<SiteAnswer> {
    const answer = await this.show(error.status, form, { field: 'email', text: error.message });
    if (answer.kind === 'body' && error instanceof TooManySignIns)
      answer.headers['Retry-After'] = String(error.retryAfterSeconds);
    return answer;
  }

  private async confirm(form: URLSearchParams): Promise<SiteAnswer> {
    const secret = form.get('secret') ?? '';
    const email = await this.mail.find(secret);
    return email === null
      ? this.linkEnded()
      : page(200, confirmPage(this.config.basePath, { email, secret }));
  }

  private async withLink(form: URLSearchParams, message: IncomingMessage): Promise<SiteAnswer> {
    const done = await this.mail.complete(form.get('secret') ?? '');
    if (done) return this.enter(done.session, done.next, message);
    this.logger.warn('A sign-in failed', { by: 'mail' });
    return this.linkEnded();
  }

  private linkEnded(): Promise<SiteAnswer> {
    const text = 'This link was used or has ended. Ask for a new one.';
    return this.show(410, new URLSearchParams(), { field: 'email', text });
  }

  private async findProviders(form: URLSearchParams): Promise<SiteAnswer> {
    const typed = (form.get('for') ?? '').trim();
    const next = nextPath(form.get('next'));
    const choices = await this.sso.find({ ...readSsoQuery(typed), next });
    if (choices.length > 0) return page(200, ssoPage(this.config.basePath, { typed, next, choices }));
    const text = `There is no single sign-on for "${typed}". Check it for typing errors, or sign in another way.`;
    return this.show(404, form, { field: 'for', text });
  }

  private async show(status: number, form: URLSearchParams, problem?: Problem): Promise<SiteAnswer> {
    const view = {
      next: nextPath(form.get('next')),
      hasMail: this.mail.isOffered,
      hasSso: await this.sso.isOffered(),
      // A token is never shown again.
      typed: { email: form.get('email') ?? '', for: form.get('for') ?? '' },
      problem,
    };
    return page(status, signInPage(this.config.basePath, view));
  }

  /** The session that the browser had ends: whoever learned its secret cannot go on with it. */
  private async enter(
    session: NewSession,
    next: string | null,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    await this.endSession(message);
    return this.goTo(locationOfNext(this.config.basePath, next), this.cookie.write(session));
  }

  private async endSession({ headers }: IncomingMessage): Promise<void> {
    const secret = this.cookie.read(headers.cookie);
    if (secret !== undefined) await this.sessions.end(secret);
  }

  private goTo(location: string, cookie?: string): SiteAnswer {
    const headers = cookie === undefined ? HEADERS : { ...HEADERS, 'Set-Cookie': cookie };
    return { kind: 'redirect', status: 303, location, isComplete: true, headers };
  }
}

function page(status: number, text: string): SiteAnswer {
  const answer = html(status, text);
  return { ...answer, headers: { ...answer.headers, ...HEADERS } };
}

/** A mail address, or the hostname of an organization: alone, or as the beginning of an address that a person copied. */
function readSsoQuery(typed: string): { email: string } | { hostname: string } {
  if (typed.includes('@')) return { email: normalizeEmail(typed) };
  const [hostname = ''] = typed
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[.:/]/);
  return { hostname };
}
