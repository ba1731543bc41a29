import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { OidcSignIn, type OidcTest } from '#modules/oidc/index.js';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { SignInRefused } from '#modules/saml/index.js';
import { locationOfNext, SignInLimits } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { NotFound, Unauthorized } from '#platform/http/errors.js';
import { OwnCookie } from '#platform/http/own-cookie.js';
import { randomText } from '#platform/ids/ids.js';
import { currentContext } from '#platform/logging/context.js';
import { openPage } from '../member-document.js';
import { SessionEntry } from '../sign-in/session-entry.js';
import type { VisitorRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';

const SECRET = /^[0-9A-Za-z]{40}$/;
const SECONDS = 15 * 60;

/** The addresses that identity providers of OpenID Connect are told, and the test of them by administrators. */
@Injectable()
export class OidcRequests {
  /** Ties a sign-in to the browser in which it began. Providers send browsers back by a link, with which a lax cookie comes. */
  private readonly secret: OwnCookie;

  constructor(
    private readonly config: Config,
    private readonly signIn: OidcSignIn,
    private readonly limits: SignInLimits,
    private readonly entry: SessionEntry,
    private readonly shell: MemberShell,
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
    { actor }: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    if (!actor) throw new Unauthorized();
    const { secret, cookie } = this.give(message);
    return goTo(await this.signIn.beginTest(actor, provider, secret), cookie);
  }

  private async finish(
    provider: string,
    request: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    const { actor, query } = request;
    const known = this.secret.read(message.headers.cookie);
    const done = await this.signIn.finish(provider, query, known, actor);
    if ('test' in done) return this.passed(request, done.test);
    const { session, next } = done.signedIn;
    return goTo(locationOfNext(this.config.basePath, next), await this.entry.replace(session, message));
  }

  /** The secret that the browser has, for it may have begun in several tabs, or a new one. */
  private give({ headers }: IncomingMessage): { secret: string; cookie: string } {
    const known = this.secret.read(headers.cookie) ?? '';
    const secret = SECRET.test(known) ? known : randomText(40);
    return { secret, cookie: this.secret.write(secret, { maxAge: SECONDS }) };
  }

  private async passed(
    { actor, ...request }: VisitorRequest,
    { organizationId, email, displayName, claims }: OidcTest,
  ): Promise<SiteAnswer> {
    if (!actor) throw new Unauthorized();
    const root = `${this.config.basePath}/app/o/${organizationId}/settings`;
    return this.shell.page(
      { ...request, actor },
      { title: 'The test went well', organizationId },
      <>
        <p role="status">
          The provider works, and is offered on the sign-in page from now on. You stay signed in as you were.
        </p>
        <p>
          Somebody who signs in like this is{' '}
          <strong dir="auto">{displayName === undefined ? email : `${displayName}, ${email}`}</strong>.
        </p>
        <h2>What the provider sent</h2>
        <dl class="sso-claims">
          {Object.entries(claims).map(([name, value]) => (
            <>
              <dt>
                <code>{name}</code>
              </dt>
              <dd dir="auto">{shortened(value)}</dd>
            </>
          ))}
        </dl>
        <p>
          <a href={`${root}/sign-in`} class="button button-primary button-medium">
            Back to the settings
          </a>
        </p>
      </>,
    );
  }
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
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
