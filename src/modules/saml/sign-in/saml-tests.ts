import { Injectable } from '@nestjs/common';
import { requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { type SamlProvider, SamlProvidersRepository } from '../providers/saml-providers.repository.js';
import { testedSettingsOf } from '../providers/saml-providers.service.js';
import type { AssertedUser } from '../response/check-assertion.js';
import type { InspectedResponse } from '../response/inspect-response.js';
import { displayNameOf, emailOf } from '../response/person.js';
import { ServiceProvider } from '../response/service-provider.js';
import { SignInRefused } from '../saml.errors.js';
import { type SsoTestOutcome, shownClaims } from '../tests/sso-test-outcome.js';
import { SsoTests } from '../tests/sso-tests.js';
import { requireBrowser, requireComplete, samlRequest } from './saml-request.js';
import { SamlMembers } from './saml-members.js';
import { SamlSignInsRepository } from './saml-sign-ins.repository.js';

/** Tests of SAML providers by administrators, which sign nobody in. */
@Injectable()
export class SamlTests {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly providers: SamlProvidersRepository,
    private readonly signIns: SamlSignInsRepository,
    private readonly serviceProvider: ServiceProvider,
    private readonly members: SamlMembers,
    private readonly tests: SsoTests,
  ) {}

  /**
   * Begins a test; the provider need not be switched on.
   * @param browser a secret of this browser, where it can keep one.
   * @returns the address at the provider to go to.
   * @throws NotFound, Forbidden, SignInRefused for a provider that is not set up yet.
   */
  async begin(actor: Actor, providerId: string, browser?: string): Promise<string> {
    const provider = await this.providers.find(providerId);
    if (!provider) throw new NotFound('identity provider');
    requireOrganizationAdmin(actor, provider.organizationId);
    requireComplete(provider);
    const { id, location } = await this.serviceProvider.request(provider);
    const now = this.clock.now();
    await this.db.transaction(async () => {
      await this.tests.begin(actor, provider, 'saml', id);
      await this.signIns.insertRequest(samlRequest({ id, providerId, browser, isTest: true }, now), now);
    });
    // The answer says with it which test it belongs to, even where the rest cannot be read.
    const url = new URL(location);
    url.searchParams.set('RelayState', id);
    return url.href;
  }

  /**
   * Ends the test that the request belongs to, which is taken once, whatever comes of it.
   * @param read gives the response. @throws SignInRefused for one that is refused at once.
   * @returns the id of the test and its organization.
   * @throws SignInRefused when the test was begun in another browser, or its session has ended.
   */
  async finish(
    provider: SamlProvider,
    requestId: string,
    { read, browser }: { read: () => InspectedResponse; browser?: string },
  ): Promise<{ id: string; organizationId: string }> {
    const now = this.clock.now();
    const request = await this.db.transaction(() =>
      this.signIns.takeRequest(requestId, provider.id, { now, isTest: true }),
    );
    if (!request) throw new SignInRefused('This test took too long, or was used before. Begin a new one.');
    requireBrowser(request, browser);
    return this.tests.end(provider, requestId, {
      examine: () => this.examine(provider, requestId, read),
      pass: () => this.pass(provider),
    });
  }

  private async examine(
    provider: SamlProvider,
    requestId: string,
    read: () => InspectedResponse,
  ): Promise<SsoTestOutcome> {
    const person = await this.serviceProvider.verify(provider, read(), requestId);
    const taken = await this.db.transaction(() =>
      this.signIns.takeAssertion(provider.id, person.assertionId, person.takenUntil),
    );
    if (!taken) throw new SignInRefused('This answer was used before. Begin a new test.');
    const claims: [string, unknown][] = [
      ['NameID', person.nameId],
      ...[...person.attributes].map(([name, values]): [string, unknown] => [name, values.join(', ')]),
    ];
    const found = await this.members.preview(provider, person).catch((error: unknown) => {
      if (error instanceof SignInRefused) return error.message;
      throw error;
    });
    return {
      problem: typeof found === 'string' ? found : null,
      person: typeof found === 'string' ? null : found,
      ...{ email: mailIn(person), displayName: displayNameOf(person) ?? null, isEmailVerified: null },
      claims: shownClaims(claims),
    };
  }

  private async pass(seen: SamlProvider): Promise<boolean> {
    const provider = await this.providers.find(seen.id);
    const testedSettings = testedSettingsOf(seen);
    if (!provider || !testedSettingsOf(provider).equals(testedSettings)) return false;
    await this.providers.update(seen.id, { testedAt: this.clock.now(), testedSettings });
    return true;
  }
}

/** The address of the person; null without one, which `preview` says where it matters. */
function mailIn(person: AssertedUser): string | null {
  try {
    return emailOf(person);
  } catch {
    return null;
  }
}
