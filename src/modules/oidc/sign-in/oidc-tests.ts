import { Injectable } from '@nestjs/common';
import { requireOrganizationAdmin } from '#modules/organizations/index.js';
import { shownClaims, SignInRefused, type SsoTestOutcome, SsoTests } from '#modules/saml/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { testedSettingsOf } from '../providers/oidc-providers.service.js';
import { type OidcProvider, OidcProvidersRepository } from '../providers/oidc-providers.repository.js';
import { OidcClient } from './oidc-client.js';
import { OidcMembers } from './oidc-members.js';
import { displayNameOf, isEmailVerified, mailIn } from './oidc-person.js';
import type { OidcRequest } from './oidc-sign-ins.repository.js';

/** Tests of providers by administrators, which sign nobody in. */
@Injectable()
export class OidcTests {
  constructor(
    private readonly clock: Clock,
    private readonly providers: OidcProvidersRepository,
    private readonly client: OidcClient,
    private readonly members: OidcMembers,
    private readonly tests: SsoTests,
  ) {}

  /** @throws NotFound, Forbidden; SignInRefused for a provider that is not set up yet. */
  requireTestable(actor: Actor, { organizationId, issuer, clientId }: OidcProvider): void {
    requireOrganizationAdmin(actor, organizationId);
    if (issuer === '' || clientId === '')
      throw new SignInRefused('This identity provider is not set up yet: save its issuer and client id.');
  }

  /** Inside a transaction: notes that the actor tests the provider. */
  begin(actor: Actor, provider: OidcProvider, { state }: OidcRequest): Promise<void> {
    return this.tests.begin(actor, provider, 'oidc', state);
  }

  /**
   * Ends the test of a request, which is taken.
   * @param actor whoever is signed in in the browser, which must be the session of the test.
   * @throws SignInRefused
   */
  end(provider: OidcProvider, request: OidcRequest, query: URLSearchParams, actor: Actor | null) {
    const how = {
      examine: () => this.examine(provider, request, query),
      pass: () => this.pass(provider),
    };
    return this.tests.end(provider, request.state, how, actor);
  }

  private async examine(
    provider: OidcProvider,
    request: OidcRequest,
    query: URLSearchParams,
  ): Promise<SsoTestOutcome> {
    const person = await this.client.finish(provider, request, query);
    const found = await this.members.preview(provider, person).catch((error: unknown) => {
      if (error instanceof SignInRefused) return error.message;
      throw error;
    });
    return {
      problem: typeof found === 'string' ? found : null,
      person: typeof found === 'string' ? null : found,
      email: mailIn(person),
      displayName: displayNameOf(person) ?? null,
      isEmailVerified: isEmailVerified(person),
      claims: shownClaims(Object.entries(person.claims)),
    };
  }

  private async pass(seen: OidcProvider): Promise<boolean> {
    const provider = await this.providers.find(seen.id);
    const testedSettings = testedSettingsOf(seen);
    if (!provider || !testedSettingsOf(provider).equals(testedSettings)) return false;
    await this.providers.update(seen.id, { testedAt: this.clock.now(), testedSettings });
    return true;
  }
}
