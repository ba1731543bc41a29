import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Members, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { currentContext } from '#platform/logging/context.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { SignInRefused } from '../saml.errors.js';
import { refusedOutcome, type SsoTestOutcome } from './sso-test-outcome.js';
import { type SsoTest, SsoTestsRepository } from './sso-tests.repository.js';

/** For so long somebody may take at the provider, and then with reading the outcome. */
const TEST_MS = 15 * 60_000;

/** The provider that is tested. */
export interface TestedProvider {
  id: string;
  organizationId: string;
  label: string;
}

/** Everything that one kind of provider adds to the end of a test. */
export interface TestEnd {
  /** Reads the answer. @throws SignInRefused */
  examine: () => Promise<SsoTestOutcome>;
  /** Notes, in a transaction that holds the organization, that the provider works as it was tested. @returns false when it was changed meanwhile. */
  pass: () => Promise<boolean>;
}

/**
 * Tests of identity providers by administrators: they sign nobody in, make nobody a member, and link no account. All that stays is the note
 * that the provider works with its settings of that time.
 */
@Injectable()
export class SsoTests {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly secrets: SecretBox,
    private readonly members: Members,
    private readonly tests: SsoTestsRepository,
  ) {}

  /**
   * Inside a transaction: notes that the actor tests a provider in their session. Earlier tests of it in the session are forgotten.
   * @param request the state, or the ID of the request, that the provider's answer names.
   * @throws Forbidden, NotFound
   */
  async begin(actor: Actor, provider: TestedProvider, protocol: SsoTest['protocol'], request: string) {
    const { id: providerId, organizationId } = provider;
    requireOrganizationAdmin(actor, organizationId);
    const { userId, tokenId } = actor;
    await this.tests.deleteOfSession(tokenId, providerId);
    const expiresAt = new Date(this.clock.now().getTime() + TEST_MS);
    const made = { id: newId(), request, organizationId, providerId, protocol, userId, tokenId };
    await this.tests.insert({ ...made, outcome: null, expiresAt });
  }

  /**
   * Ends the test that the answer of a provider belongs to; the caller has taken its request.
   * @param actor whoever is signed in where the answer arrived; undefined where browsers do not say.
   * @returns the test, whose outcome the administrator may read in their session.
   * @throws SignInRefused when the session of the test has ended, or is another one.
   */
  async end(
    provider: TestedProvider,
    request: string,
    { examine, pass }: TestEnd,
    actor?: Actor | null,
  ): Promise<Pick<SsoTest, 'id' | 'organizationId'>> {
    const test = await this.tests.findByRequest(request, this.clock.now());
    const isOther = actor !== undefined && actor?.tokenId !== test?.tokenId;
    if (test?.providerId !== provider.id || isOther)
      throw new SignInRefused('The session in which you began the test has ended. Sign in, and test again.');
    const { id, userId, organizationId } = test;
    currentContext().actor = userId;
    let outcome = await examine().catch(refused);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin({ userId }, organizationId);
      if (outcome.problem === null) {
        const passed = await pass();
        if (passed) await this.recordPass(provider, test);
        else outcome = { ...outcome, problem: 'The settings were changed during the test. Test them again.' };
      }
      const sealed = await this.secrets.seal(JSON.stringify(outcome), contextOf(id));
      await this.tests.end(id, sealed, new Date(this.clock.now().getTime() + TEST_MS));
    });
    return { id, organizationId };
  }

  /**
   * The outcome of a test that the actor made in this session.
   * @throws NotFound for other tests, and for one that has not come to its end; Forbidden for others than administrators.
   */
  async read(
    actor: Actor,
    organizationId: string,
    id: string,
  ): Promise<SsoTestOutcome & Pick<SsoTest, 'providerId' | 'protocol'>> {
    requireOrganizationAdmin(actor, organizationId);
    const test = await this.tests.find(id, this.clock.now());
    const isOwn = test?.tokenId === actor.tokenId && test.organizationId === organizationId;
    if (!test?.outcome || !isOwn) throw new NotFound('test');
    const outcome = JSON.parse(await this.secrets.open(test.outcome, contextOf(id))) as SsoTestOutcome;
    return { ...outcome, providerId: test.providerId, protocol: test.protocol };
  }

  private async recordPass(
    { id, organizationId, label }: TestedProvider,
    { protocol }: SsoTest,
  ): Promise<void> {
    const type = `${protocol}-provider`;
    const after = { test: 'passed' };
    await this.audit.record({
      ...{ organizationId, action: `${protocol}-provider.tested` },
      ...{ target: { type, id, label }, after },
    });
  }
}

const contextOf = (id: string) => `sso-test:${id}`;

function refused(error: unknown): SsoTestOutcome {
  if (error instanceof SignInRefused || error instanceof Forbidden) return refusedOutcome(error.message);
  throw error;
}
