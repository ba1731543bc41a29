import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { body, html, readBody, type SiteAnswer } from '#modules/publishing/index.js';
import { SamlSignIn, SamlTests, SignInRefused } from '#modules/saml/index.js';
import { locationOfNext, SignInLimits } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { BadRequest, NotFound, UnsupportedMediaType } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import type { VisitorRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { openPage } from '../member-document.js';
import { SessionEntry } from '../sign-in/session-entry.js';
import { BrowserSecret } from './browser-secret.js';
import { requireTester, toOutcome } from './sso-test.js';

/** A response of 256 KB in base64, escaped for a form, and what else is in the form. */
const BODY_LIMIT = 512 * 1024;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;

/** The addresses that identity providers are told: where sign-ins begin and end, and who we are. */
@Injectable()
export class SingleSignOn {
  constructor(
    private readonly config: Config,
    private readonly signIn: SamlSignIn,
    private readonly tests: SamlTests,
    private readonly limits: SignInLimits,
    private readonly browserSecret: BrowserSecret,
    private readonly entry: SessionEntry,
  ) {}

  /**
   * @param segments of the path below `/app`: `sso`, the id of a provider, and what is asked for.
   * @throws NotFound, BadRequest, UnsupportedMediaType, PayloadTooLarge
   */
  @AppRoute('/sso/:provider/:what', { isOpen: true, forms: true })
  async answer(request: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { params, query } = request;
    const { provider: providerId = '', what = '' } = params;
    try {
      switch (`${message.method ?? ''} ${what}`) {
        case 'GET start':
          return await this.start(providerId, query.get('next') ?? '', message);
        case 'GET test':
          return await this.test(providerId, request, message);
        case 'POST acs':
          return await this.finish(providerId, message);
        case 'GET metadata': {
          const xml = await this.signIn.metadata(providerId);
          return body(200, xml, { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' });
        }
        default:
          throw new NotFound('page');
      }
    } catch (error) {
      if (error instanceof SignInRefused)
        return html(error.status, refusedPage(this.config.basePath, error.message));
      throw error;
    }
  }

  private async start(providerId: string, next: string, message: IncomingMessage): Promise<SiteAnswer> {
    this.limits.takeSingleSignOn(currentContext().address ?? '');
    const { secret, cookie } = this.browserSecret.give(message.headers.cookie);
    return goTo(await this.signIn.begin(providerId, next, secret), cookie);
  }

  private async test(
    providerId: string,
    request: VisitorRequest,
    message: IncomingMessage,
  ): Promise<SiteAnswer> {
    const actor = requireTester(request, message);
    this.limits.takeSingleSignOn(currentContext().address ?? '');
    const { secret, cookie } = this.browserSecret.give(message.headers.cookie);
    return goTo(await this.tests.begin(actor, providerId, secret), cookie);
  }

  private async finish(providerId: string, message: IncomingMessage): Promise<SiteAnswer> {
    if (!FORM_TYPE.test(message.headers['content-type'] ?? ''))
      throw new UnsupportedMediaType('A response comes as a form (application/x-www-form-urlencoded).');
    const form = new URLSearchParams((await readBody({ message }, BODY_LIMIT)).toString('utf8'));
    const [SAMLResponse, another] = form.getAll('SAMLResponse');
    if (SAMLResponse === undefined || another !== undefined)
      throw new BadRequest('SAMLResponse: the form must hold one response of an identity provider.');
    const { headers } = message;
    const browser = this.browserSecret.read(headers.cookie);
    const RelayState = form.get('RelayState') ?? undefined;
    const done = await this.signIn.finish(providerId, { SAMLResponse, RelayState, browser });
    // Browsers send no session along with a form of another site; the page of the outcome asks for it.
    if ('test' in done) return toOutcome(this.config.basePath, done.test);
    const { session, next } = done.signedIn;
    return goTo(locationOfNext(this.config.basePath, next), await this.entry.replace(session, message));
  }
}

function goTo(location: string, cookie?: string): SiteAnswer {
  const headers = {
    ...(cookie === undefined ? {} : { 'Set-Cookie': cookie }),
    'Referrer-Policy': 'no-referrer',
  };
  return { kind: 'redirect', status: 303, location, isComplete: true, headers };
}

function refusedPage(base: string, reason: string): string {
  return openPage(
    base,
    'You are not signed in',
    <>
      <p class="member-problem" role="alert">
        {reason}
      </p>
      <p>
        <a href={`${base}/app/sign-in`}>Sign in again</a>
      </p>
    </>,
  );
}
