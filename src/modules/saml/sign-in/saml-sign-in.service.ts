import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Organizations } from '#modules/organizations/index.js';
import { type NewSession, nextPath, Sessions } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { Logger } from '#platform/logging/logger.js';
import { SignInRefused } from '../saml.errors.js';
import { type SamlProvider, SamlProvidersRepository } from '../providers/saml-providers.repository.js';
import type { AssertedUser } from '../response/check-assertion.js';
import { inspectResponse, type InspectedResponse } from '../response/inspect-response.js';
import { ServiceProvider } from '../response/service-provider.js';
import { SamlMembers } from './saml-members.js';
import { requireBrowser, requireComplete, samlRequest } from './saml-request.js';
import { type SamlRequest, SamlSignInsRepository } from './saml-sign-ins.repository.js';
import { SamlTests } from './saml-tests.js';

/** The browser's form at the end of a sign-in. */
export interface SignInForm {
  SAMLResponse: string;
  RelayState?: string;
  /** The secret that `begin` was called with, where the browser could keep it. */
  browser?: string;
}

/** A sign-in that went well. */
export interface SignedIn {
  session: NewSession;
  /** Target path after the sign-in, below `/app/`. */
  next: string;
}

/** Signing in through an identity provider (SAML 2.0, web browser SSO). */
@Injectable()
export class SamlSignIn {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly audit: AuditLog,
    private readonly providers: SamlProvidersRepository,
    private readonly signIns: SamlSignInsRepository,
    private readonly serviceProvider: ServiceProvider,
    private readonly organizations: Organizations,
    private readonly members: SamlMembers,
    private readonly sessions: Sessions,
    private readonly tests: SamlTests,
  ) {}

  /**
   * Begins a sign-in.
   * @param browser a secret that only this browser has: nobody can finish the sign-in in another one.
   * @returns the address at the provider to go to.
   * @throws NotFound, SignInRefused for a provider that is not set up yet, or switched off.
   */
  async begin(providerId: string, next: string, browser?: string): Promise<string> {
    const provider = await this.get(providerId);
    requireEnabled(provider);
    const { id, location } = await this.serviceProvider.request(provider);
    const now = this.clock.now();
    const request = samlRequest({ id, providerId, browser, next, isTest: false }, now);
    await this.db.transaction(() => this.signIns.insertRequest(request, now));
    return location;
  }

  /**
   * Ends a sign-in with what the provider sent: the session, the note that the assertion was used and, for newcomers, the
   * membership are one transaction. Or ends a test, of which it answers the id.
   * @throws NotFound, SignInRefused
   */
  async finish(
    providerId: string,
    form: SignInForm,
  ): Promise<{ signedIn: SignedIn } | { test: { id: string; organizationId: string } }> {
    const provider = await this.get(providerId);
    try {
      const read = onlyOnce(() => inspectResponse(form.SAMLResponse));
      const asked = requestIn(read) ?? form.RelayState ?? '';
      if (await this.signIns.isTest(asked, provider.id))
        return { test: await this.tests.finish(provider, asked, { read, browser: form.browser }) };
      requireEnabled(provider);
      const response = read();
      const { inResponseTo } = response;
      if (inResponseTo === undefined && !provider.idpInitiated)
        throw new SignInRefused(
          'Sign-ins that begin at the identity provider are turned off. Begin it here.',
        );
      const person = await this.serviceProvider.verify(provider, response, inResponseTo);
      return { signedIn: await this.db.transaction(() => this.admit(provider, person, inResponseTo, form)) };
    } catch (error) {
      // The reason helps administrators who set up a provider; nothing of the response itself is logged.
      const reason = error instanceof SignInRefused ? error.message : undefined;
      if (reason !== undefined)
        this.logger.warn('A single sign-on was refused', { provider: providerId, reason });
      throw error;
    }
  }

  /** Our metadata for the provider. @throws NotFound */
  async metadata(providerId: string): Promise<string> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('identity provider');
    return this.serviceProvider.metadata(provider);
  }

  private async admit(
    seen: SamlProvider,
    person: AssertedUser,
    inResponseTo: string | undefined,
    form: SignInForm,
  ): Promise<SignedIn> {
    const organization = await this.organizations.lockOrganization(seen.organizationId);
    const provider = await this.requireUnchanged(seen);
    const request = inResponseTo === undefined ? null : await this.takeRequest(provider, inResponseTo, form);
    if (!(await this.signIns.takeAssertion(provider.id, person.assertionId, person.takenUntil)))
      throw new SignInRefused('This sign-in was used before. Begin a new one.');
    const userId = await this.members.memberFor(provider, person);
    currentContext().actor = userId;
    await this.activate(provider);
    const session = await this.sessions.startFor(userId, 'saml', {
      ssoOrganizationId: organization.id,
      until: person.sessionUntil,
    });
    return { session, next: request ? request.next : nextPath(form.RelayState) };
  }

  /** While the response was looked at, an administrator may have taken the trust away that it was looked at with. */
  private async requireUnchanged(seen: SamlProvider): Promise<SamlProvider> {
    const now = await this.providers.find(seen.id);
    if (
      now?.enabled !== seen.enabled ||
      now.entityId !== seen.entityId ||
      now.certificate !== seen.certificate ||
      now.idpInitiated !== seen.idpInitiated
    )
      throw new SignInRefused('The identity provider was changed meanwhile. Sign in again.');
    return now;
  }

  private async takeRequest(
    provider: SamlProvider,
    id: string,
    { browser }: SignInForm,
  ): Promise<SamlRequest> {
    const request = await this.signIns.takeRequest(id, provider.id, {
      now: this.clock.now(),
      isTest: false,
    });
    if (!request)
      throw new SignInRefused(
        'This sign-in was not begun here, was used before, or took too long. Begin a new one.',
      );
    requireBrowser(request, browser);
    return request;
  }

  private async activate({ id, organizationId, label, status }: SamlProvider): Promise<void> {
    if (status === 'active') return;
    await this.providers.update(id, { status: 'active' });
    await this.audit.record({
      organizationId,
      action: 'saml-provider.activated',
      target: { type: 'saml-provider', id, label },
      before: { status },
      after: { status: 'active' },
    });
  }

  private async get(providerId: string): Promise<SamlProvider> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('identity provider');
    requireComplete(provider);
    return provider;
  }
}

/** @throws SignInRefused */
function requireEnabled({ enabled }: SamlProvider): void {
  if (!enabled) throw new SignInRefused('This identity provider is switched off.');
}

/** Calls `read` at the first call, and repeats what came of it. */
function onlyOnce<T>(read: () => T): () => T {
  let known: { value: T } | { error: unknown } | undefined;
  return () => {
    if (!known)
      try {
        known = { value: read() };
      } catch (error) {
        known = { error };
      }
    if ('error' in known) throw known.error;
    return known.value;
  };
}

/** The request that a response says to answer; undefined where it says none, or cannot be read. */
function requestIn(read: () => InspectedResponse): string | undefined {
  try {
    return read().inResponseTo;
  } catch {
    return undefined;
  }
}
