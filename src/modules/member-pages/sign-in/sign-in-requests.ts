import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import {
  isEmailAddress,
  MailSignIn,
  nextPath,
  normalizeEmail,
  PasswordSignIn,
  Passkeys,
  SessionCookie,
  Sessions,
  SsoSignIn,
  TooManySignIns,
  TooManyTries,
} from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, Busy, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { readOwnForm } from '../forms.js';
import type { VisitorRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { goTo, SessionEntry, SIGN_IN_HEADERS } from './session-entry.js';
import {
  addressPage,
  confirmPage,
  forgotPage,
  type Problem,
  sentPage,
  signInPage,
  type SignInView,
  ssoPage,
} from './sign-in-pages.js';

/** Bytes of a form: a password has 1,000, and each may be escaped; the answer of a passkey has some thousands. */
const FORM_LIMIT = 16 * 1024;

/** Signs members in, with a password, a passkey, a link, their identity provider or a personal token; and out. */
@Injectable()
export class SignInRequests {
  constructor(
    private readonly config: Config,
    private readonly sessions: Sessions,
    private readonly cookie: SessionCookie,
    private readonly entry: SessionEntry,
    private readonly mail: MailSignIn,
    private readonly password: PasswordSignIn,
    private readonly passkeys: Passkeys,
    private readonly sso: SsoSignIn,
    private readonly logger: Logger,
  ) {}

  /** @throws Forbidden for a form of another site, PayloadTooLarge, NotFound */
  @AppRoute('/sign-in{/*rest}', { isOpen: true, forms: true })
  async answer({ rest, query }: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const isForm = message.method === 'POST';
    const form = isForm ? await readOwnForm(message, FORM_LIMIT) : query;
    switch (`${isForm ? 'POST' : 'GET'} ${rest.join('/')}`) {
      case 'GET ':
        return this.show(200, form);
      case 'POST ':
        return this.withToken(form, message);
      case 'POST ways':
        return this.showWays(200, form);
      // Somebody loads the page again, or comes back to it.
      case 'GET ways':
      case 'GET password':
      case 'GET mail':
      case 'GET passkey':
        return goTo(`${this.config.basePath}/app/sign-in`);
      case 'POST password':
        return this.withPassword(form, message);
      case 'GET forgot':
        return page(200, forgotPage(this.config.basePath, await this.view(form)));
      case 'POST passkey':
        return this.withPasskey(form, message);
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
    return goTo(`${this.config.basePath}/app/sign-in${search}`);
  }

  /** @throws Forbidden for a form of another site */
  @AppRoute('/sign-out', { isOpen: true, forms: true })
  async signOut(_request: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    // A link or a picture on another site signs nobody out.
    if (message.method !== 'POST') return goTo(`${this.config.basePath}/app`);
    await readOwnForm(message);
    await this.entry.end(message);
    return goTo(`${this.config.basePath}/app/sign-in`, [this.cookie.write(null)]);
  }

  private async withToken(form: URLSearchParams, message: IncomingMessage): Promise<SiteAnswer> {
    const session = await this.sessions.start((form.get('token') ?? '').trim());
    if (session) return this.entry.enter(session, form.get('next'), message);
    this.failed('token');
    const text = 'This token is not valid. It may have ended or been revoked.';
    return this.show(401, form, { field: 'token', text });
  }

  private async withPassword(form: URLSearchParams, message: IncomingMessage): Promise<SiteAnswer> {
    const typed = { email: form.get('email') ?? '', password: form.get('password') ?? '' };
    const { address = '' } = currentContext();
    try {
      const session = await this.password.complete(typed, { address, cookies: message.headers.cookie });
      if (session) return await this.entry.enter(session, form.get('next'), message);
    } catch (error) {
      if (!(error instanceof TooManyTries || error instanceof Busy)) throw error;
      const answer = await this.showWays(error.status, form, { field: 'password', text: error.message });
      return withRetryAfter(answer, error.retryAfterSeconds);
    }
    this.failed('password');
    return this.showWays(401, form, {
      field: 'password',
      text: 'The mail address or the password is wrong.',
    });
  }

  private async withPasskey(form: URLSearchParams, message: IncomingMessage): Promise<SiteAnswer> {
    const session = await this.passkeys.signIn(form.get('response') ?? '');
    if (session) return this.entry.enter(session, form.get('next'), message);
    this.failed('passkey');
    const text =
      'This passkey does not sign in here. It may have been removed, or the page was open for too long: try again.';
    return this.show(401, form, { field: 'passkey', text });
  }

  private async askForLink(form: URLSearchParams): Promise<SiteAnswer> {
    try {
      const { address = '' } = currentContext();
      await this.mail.request(form.get('email') ?? '', form.get('next') ?? '', address);
    } catch (error) {
      if (!(error instanceof BadRequest || error instanceof TooManySignIns)) throw error;
      const answer = await this.show(error.status, form, { field: 'email', text: error.message });
      return error instanceof TooManySignIns ? withRetryAfter(answer, error.retryAfterSeconds) : answer;
    }
    return goTo(`${this.config.basePath}/app/sign-in/sent`);
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
    if (done) return this.entry.enter(done.session, done.next, message);
    this.failed('link');
    return this.linkEnded();
  }

  private linkEnded(): Promise<SiteAnswer> {
    const text = 'This link was used or has ended. Ask for a new one.';
    return this.show(410, new URLSearchParams(), { field: 'email', text });
  }

  private async findProviders(form: URLSearchParams): Promise<SiteAnswer> {
    const typed = (form.get('for') ?? '').trim();
    const next = nextPath(form.get('next'));
    const query = readSsoQuery(typed);
    const choices = query === null ? [] : await this.sso.find({ ...query, next });
    if (choices.length > 0) return page(200, ssoPage(this.config.basePath, { typed, next, choices }));
    const text = `There is no single sign-on for "${typed}". Check it for typing errors, or sign in another way.`;
    return this.show(404, form, { field: 'for', text });
  }

  private async show(status: number, form: URLSearchParams, problem?: Problem): Promise<SiteAnswer> {
    return page(status, signInPage(this.config.basePath, { ...(await this.view(form)), problem }));
  }

  private async showWays(status: number, form: URLSearchParams, problem?: Problem): Promise<SiteAnswer> {
    const email = normalizeEmail(form.get('email') ?? '');
    if (!isEmailAddress(email)) {
      const text = 'This is not a mail address. Write it as in ann@example.com.';
      return this.show(400, form, { field: 'email', text });
    }
    const view = await this.view(form, email);
    const choices = await this.sso.find({ email, next: view.next });
    return page(status, addressPage(this.config.basePath, { ...view, choices, problem }));
  }

  private async view(form: URLSearchParams, email: string | null = null): Promise<SignInView> {
    const next = nextPath(form.get('next'));
    const { origin, host } = new URL(this.config.publicUrl);
    return {
      next,
      host,
      hasMail: this.mail.isOffered,
      hasPassword: this.password.isOffered,
      hasSso: await this.sso.isOffered(),
      passkey: this.passkeys.isOffered ? { options: await this.passkeys.signInOptions(), origin } : null,
      // Neither a token nor a password is ever shown again.
      typed: { email: email ?? form.get('email') ?? '', for: form.get('for') ?? '' },
    };
  }

  private failed(by: string): void {
    this.logger.warn('A sign-in failed', { by });
  }
}

function page(status: number, text: string): SiteAnswer {
  const answer = html(status, text);
  return { ...answer, headers: { ...answer.headers, ...SIGN_IN_HEADERS } };
}

function withRetryAfter(answer: SiteAnswer, seconds: number): SiteAnswer {
  if (answer.kind === 'body') answer.headers['Retry-After'] = String(seconds);
  return answer;
}

/** A mail address, or the hostname of an organization: alone, or as the beginning of an address that a person copied; null for anything else. */
function readSsoQuery(typed: string): { email: string } | { hostname: string } | null {
  if (typed.includes('@')) {
    const email = normalizeEmail(typed);
    return isEmailAddress(email) ? { email } : null;
  }
  const [hostname = ''] = typed
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .split(/[.:/]/);
  return /^[a-z0-9-]+$/.test(hostname) ? { hostname } : null;
}
