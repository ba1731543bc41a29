import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { type SignedIn, SignInRefused } from '#modules/saml/index.js';
import { nextPath, Sessions } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { type OidcProvider, OidcProvidersRepository } from '../providers/oidc-providers.repository.js';
import { OidcClient } from './oidc-client.js';
import { OidcMembers } from './oidc-members.js';
import type { OidcPerson } from './oidc-person.js';
import { type OidcRequest, OidcSignInsRepository } from './oidc-sign-ins.repository.js';
import { OidcTests } from './oidc-tests.js';

/** Longest time that people may take at the identity provider. */
const REQUEST_MS = 15 * 60_000;

/** Signing in through an identity provider that speaks OpenID Connect. */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly audit: AuditLog,
    private readonly providers: OidcProvidersRepository,
    private readonly signIns: OidcSignInsRepository,
    private readonly client: OidcClient,
    private readonly organizations: Organizations,
    private readonly members: OidcMembers,
    private readonly sessions: Sessions,
    private readonly tests: OidcTests,
  ) {}

  /**
   * Begins a sign-in.
   * @param browser a secret that only this browser has: nobody can finish the sign-in in another one.
   * @returns the address at the provider to go to.
   * @throws NotFound, SignInRefused
   */
  async begin(providerId: string, next: string, browser: string): Promise<string> {
    const provider = await this.get(providerId);
    requireEnabled(provider);
    const { request, location } = await this.start(provider, next, browser, false);
    await this.db.transaction(() => this.signIns.insertRequest(request, this.clock.now()));
    return location;
  }

  /**
   * Begins a test by an administrator, at whose end no session starts.
   * @throws NotFound, Forbidden, SignInRefused
   */
  async beginTest(actor: Actor, providerId: string, browser: string): Promise<string> {
    const provider = await this.get(providerId);
    this.tests.requireTestable(actor, provider);
    const { request, location } = await this.start(provider, '', browser, true);
    await this.db.transaction(async () => {
      await this.tests.begin(actor, provider, request);
      await this.signIns.insertRequest(request, this.clock.now());
    });
    return location;
  }

  /**
   * Ends a sign-in, or a test, of which it answers the id, with the address that the provider sent the browser to. Each is taken once,
   * whatever comes of it.
   * @throws NotFound, SignInRefused
   */
  async finish(
    providerId: string,
    query: URLSearchParams,
    browser: string | undefined,
    actor: Actor | null,
  ): Promise<{ signedIn: SignedIn } | { test: { id: string; organizationId: string } }> {
    const provider = await this.get(providerId);
    try {
      const request = await this.takeRequest(provider, query.get('state') ?? '', browser);
      if (request.isTest) return { test: await this.tests.end(provider, request, query, actor) };
      requireEnabled(provider);
      const person = await this.client.finish(provider, request, query);
      return { signedIn: await this.db.transaction(() => this.admit(provider, person, request.next)) };
    } catch (error) {
      // The reason helps administrators who set up a provider; nothing of the answer itself is logged.
      if (error instanceof SignInRefused)
        this.logger.warn('A single sign-on was refused', { provider: providerId, reason: error.message });
      throw error;
    }
  }

  private async start(
    provider: OidcProvider,
    next: string,
    browser: string,
    isTest: boolean,
  ): Promise<{ request: OidcRequest; location: string }> {
    const { location, ...secrets } = await this.client.start(provider);
    const request: OidcRequest = {
      ...secrets,
      providerId: provider.id,
      browserHash: hash(browser),
      next: nextPath(next),
      isTest,
      expiresAt: new Date(this.clock.now().getTime() + REQUEST_MS),
    };
    return { request, location };
  }

  private async takeRequest(
    provider: OidcProvider,
    state: string,
    browser: string | undefined,
  ): Promise<OidcRequest> {
    const request = await this.db.transaction(() =>
      this.signIns.takeRequest(state, provider.id, this.clock.now()),
    );
    if (!request)
      throw new SignInRefused(
        'This sign-in was not begun here, was used before, or took too long. Begin a new one.',
      );
    if (browser === undefined || !timingSafeEqual(hash(browser), request.browserHash))
      throw new SignInRefused('This sign-in was begun in another browser. Begin a new one in this one.');
    return request;
  }

  private async admit(seen: OidcProvider, person: OidcPerson, next: string): Promise<SignedIn> {
    const organization = await this.organizations.lockOrganization(seen.organizationId);
    const provider = await this.requireUnchanged(seen);
    const userId = await this.members.memberFor(provider, person);
    currentContext().actor = userId;
    await this.activate(provider);
    const session = await this.sessions.startFor(userId, 'saml', { ssoOrganizationId: organization.id });
    return { session, next };
  }

  /** While the provider was asked, an administrator may have taken the trust away that it was asked with. */
  private async requireUnchanged(seen: OidcProvider): Promise<OidcProvider> {
    const now = await this.providers.find(seen.id);
    if (now?.enabled !== true || now.issuer !== seen.issuer || now.clientId !== seen.clientId)
      throw new SignInRefused('The identity provider was changed meanwhile. Sign in again.');
    return now;
  }

  private async activate({ id, organizationId, label, status }: OidcProvider): Promise<void> {
    if (status === 'active') return;
    await this.providers.update(id, { status: 'active' });
    await this.audit.record({
      organizationId,
      action: 'oidc-provider.activated',
      target: { type: 'oidc-provider', id, label },
      before: { status },
      after: { status: 'active' },
    });
  }

  private async get(providerId: string): Promise<OidcProvider> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('identity provider');
    return provider;
  }
}

/** @throws SignInRefused */
function requireEnabled({ enabled }: OidcProvider): void {
  if (!enabled) throw new SignInRefused('This identity provider is switched off.');
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
