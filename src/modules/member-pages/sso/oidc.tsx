import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { OidcSignIn } from '#modules/oidc/index.js';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { SignInRefused } from '#modules/saml/index.js';
import { locationOfNext, SignInLimits } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { NotFound } from '#platform/http/errors.js';
import { OwnCookie } from '#platform/http/own-cookie.js';
import { randomText } from '#platform/ids/ids.js';
import { currentContext } from '#platform/logging/context.js';
import { openPage } from '../member-document.js';
import { SessionEntry } from '../sign-in/session-entry.js';
import type { VisitorRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { requireTester, toOutcome } from './sso-test.js';

const SECRET = /^[0-9A-Za-z]{40}$/;
const SECONDS = 15 * 60;

/** The addresses that identity providers of OpenID Connect are told, and where tests of them begin. */
@Injectable()
export class OidcRequests {
  /** Ties a sign-in to the browser in which it began. Providers send browsers back by a link, with which a lax cookie comes. */
  private readonly secret: OwnCookie;

  constructor(
    private readonly config: Config,
    private readonly signIn: OidcSignIn,
    private readonly limits: SignInLimits,
    private readonly entry: SessionEntry,
  ) {
    this.secret = new OwnCookie(config.publicUrl, 'bindery_oidc', '/app/sso', 'lax');
  }

  /** @throws NotFound, Forbidden, TooManySingleSignOns */
  @AppRoute('/sso/oidc/:provider/:what', { isOpen: true })
  async answer(request: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { provider = '', what = '' } = request.params;
    try {
      if (what === 'start') return await this.start(provider, request, message);
      if (what === 'test') return await this.test(provider, request, message);
      if (what === 'callback') return await this.finish(provider, request, message);
    } catch (error) {
      if (error instanceof SignInRefused)
        return html(error.status, refusedPage(this.config.basePath, error.message, request.actor !== null));
      throw error;
    }
    throw new NotFound('page');
  }

  private async start(
    provider: string,
    { query }: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    this.limits.takeSingleSignOn(currentContext().address ?? '');
    const { secret, cookie } = this.give(message);
    return goTo(await this.signIn.begin(provider, query.get('next') ?? '', secret), cookie);
  }

  private async test(
    provider: string,
    request: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    const actor = requireTester(request, message);
    this.limits.takeSingleSignOn(currentContext().address ?? '');
    const { secret, cookie } = this.give(message);
    return goTo(await this.signIn.beginTest(actor, provider, secret), cookie);
  }

  private async finish(
    provider: string,
    { actor, query }: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    const known = this.secret.read(message.headers.cookie);
    const done = await this.signIn.finish(provider, query, known, actor);
    if ('test' in done) return toOutcome(this.config.basePath, done.test);
    const { session, next } = done.signedIn;
    return goTo(locationOfNext(this.config.basePath, next), await this.entry.replace(session, message));
  }

  /** The secret that the browser has, for it may have begun in several tabs, or a new one. */
  private give({ headers }: IncomingMessage): { secret: string; cookie: string } {
    const known = this.secret.read(headers.cookie) ?? '';
    const secret = SECRET.test(known) ? known : randomText(40);
    return { secret, cookie: this.secret.write(secret, { maxAge: SECONDS }) };
  }
}

function goTo(location: string, cookie: string): SiteAnswer {
  const headers = { 'Set-Cookie': cookie, 'Referrer-Policy': 'no-referrer' };
  return { kind: 'redirect', status: 303, location, isComplete: true, headers };
}

function refusedPage(base: string, reason: string, isSignedIn: boolean): string {
  return openPage(
    base,
    isSignedIn ? 'The sign-in did not work' : 'You are not signed in',
    <>
      <p class="member-problem" role="alert">
        {reason}
      </p>
      <p>
        {isSignedIn ? (
          <a href={`${base}/app`}>Go on as before</a>
        ) : (
          <a href={`${base}/app/sign-in`}>Sign in again</a>
        )}
      </p>
    </>,
  );
}
