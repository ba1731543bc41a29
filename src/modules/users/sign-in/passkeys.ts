import { isIP } from 'node:net';
import { Injectable } from '@nestjs/common';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { Users } from '../users.service.js';
import { AccountAudit } from './account-audit.js';
import { AccountChanges } from './account-changes.js';
import { Challenges } from './challenges.js';
import { type Passkey, PasskeysRepository } from './passkeys.repository.js';
import { type NewSession, Sessions } from './sessions.js';

const SIGN_IN = 'sign in';
const MAX_PASSKEYS = 20;
const MAX_NAME = 50;

/**
 * Passkeys (WebAuthn): people register several, and sign in with them without typing who they are. The authenticator verifies its user each
 * time, so a passkey is two factors. They are bound to the host of PUBLIC_URL, and answer nowhere else.
 */
@Injectable()
export class Passkeys {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly challenges: Challenges,
    private readonly passkeys: PasskeysRepository,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly audit: AccountAudit,
    private readonly changes: AccountChanges,
  ) {}

  private get origin(): string {
    return new URL(this.config.publicUrl).origin;
  }

  private get host(): string {
    return new URL(this.config.publicUrl).hostname;
  }

  /** True where browsers know passkeys: at a host with a name, over https or on this machine. */
  get isOffered(): boolean {
    const isLocal = this.host === 'localhost' || this.host.endsWith('.localhost');
    return (isLocal || this.origin.startsWith('https:')) && isIP(this.host.replace(/^\[|\]$/g, '')) === 0;
  }

  /** The user's passkeys, oldest first. */
  list(userId: string): Promise<Passkey[]> {
    return this.passkeys.listOfUser(userId);
  }

  /** Options for a browser to ask for any passkey of this installation. @throws NotFound where browsers know no passkeys. */
  async signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
    this.requireOffered();
    return generateAuthenticationOptions({
      rpID: this.host,
      challenge: await this.challenges.create(SIGN_IN),
      userVerification: 'required',
      timeout: 300_000,
    });
  }

  /**
   * Starts a session for the owner of the passkey that answered.
   * @param response what the browser answered, as JSON.
   * @returns null for an answer that does not count: of an unknown passkey, another site, or a challenge that was used or has ended.
   */
  async signIn(response: string): Promise<NewSession | null> {
    this.requireOffered();
    const answer = readJson<AuthenticationResponseJSON>(response);
    const passkey = answer && isCredentialId(answer.id) ? await this.passkeys.find(answer.id) : null;
    if (!answer || !passkey || !isOfUser(answer, passkey.userId)) return null;
    let challenge = '';
    const expectedChallenge = (given: string): Promise<boolean> => {
      challenge = given;
      return this.challenges.isGood(given, SIGN_IN);
    };
    const { id, publicKey, counter, transports } = passkey;
    const verified = await this.tried(() =>
      verifyAuthenticationResponse({
        response: answer,
        expectedChallenge,
        expectedOrigin: this.origin,
        expectedRPID: this.host,
        requireUserVerification: true,
        credential: {
          id,
          publicKey: new Uint8Array(publicKey),
          counter,
          transports,
        },
      }),
    );
    if (!verified?.verified) return null;
    const { newCounter } = verified.authenticationInfo;
    return this.db.transaction(async () => {
      if (!(await this.challenges.use(challenge, SIGN_IN))) return null;
      if (!(await this.passkeys.recordUse(id, { counter: newCounter, now: this.clock.now() }))) return null;
      const { userId, organizationId } = passkey;
      return this.sessions.startFor(userId, 'passkey', { ssoOrganizationId: organizationId });
    });
  }

  /** Options for a browser to make a passkey for the user. @throws NotFound where browsers know no passkeys. */
  async registrationOptions(userId: string): Promise<PublicKeyCredentialCreationOptionsJSON> {
    this.requireOffered();
    const { email, displayName } = await this.users.getUser(userId);
    return generateRegistrationOptions({
      rpName: 'Bindery',
      rpID: this.host,
      userID: new Uint8Array(Buffer.from(userId)),
      userName: email,
      userDisplayName: displayName,
      challenge: await this.challenges.create(registrationOf(userId)),
      attestationType: 'none',
      excludeCredentials: (await this.list(userId)).map(({ id, transports }) => ({ id, transports })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      timeout: 300_000,
    });
  }

  /**
   * Adds a passkey that a browser made.
   * @throws BadRequest for an answer that does not count, a name that is missing or too long, or too many passkeys; Conflict for one that
   * somebody has already.
   */
  async add(userId: string, { name, response, organizationId }: NewPasskey): Promise<void> {
    this.requireOffered();
    if (name === '' || name.length > MAX_NAME)
      throw new BadRequest(`The name of a passkey has 1 to ${MAX_NAME} characters, as in "Laptop".`);
    const purpose = registrationOf(userId);
    const { challenge, credential, credentialBackedUp } = await this.verifyNew(purpose, response);
    await this.db.transaction(async () => {
      if (!(await this.challenges.use(challenge, purpose))) throw unanswered();
      // Two at once take turns, so that both count.
      await this.users.lock(userId);
      if ((await this.list(userId)).length >= MAX_PASSKEYS)
        throw new BadRequest(
          `You have ${MAX_PASSKEYS} passkeys, and nobody may have more. Remove one first.`,
        );
      await this.passkeys.insert({
        id: credential.id,
        userId,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: credential.transports ?? [],
        name,
        isSynced: credentialBackedUp,
        organizationId,
        createdAt: this.clock.now(),
        lastUsedAt: null,
      });
      await this.audit.record(userId, 'user.passkey-added', { after: { name } });
      await this.changes.all({ userId, kind: 'passkey-added', detail: name });
    });
  }

  /** Removes one of the user's passkeys. The caller sees to it that there is another way in. @throws NotFound */
  async remove(userId: string, id: string): Promise<void> {
    await this.db.transaction(async () => {
      const removed = await this.passkeys.delete(userId, id);
      if (!removed) throw new NotFound('passkey');
      await this.audit.record(userId, 'user.passkey-removed', { before: { name: removed.name } });
      await this.changes.all({ userId, kind: 'passkey-removed', detail: removed.name });
    });
  }

  private async verifyNew(purpose: string, response: string) {
    let challenge = '';
    const answer = readJson<RegistrationResponseJSON>(response);
    const verified = await this.tried(async () =>
      answer === null
        ? null
        : verifyRegistrationResponse({
            response: answer,
            expectedChallenge: (given) => {
              challenge = given;
              return this.challenges.isGood(given, purpose);
            },
            expectedOrigin: this.origin,
            expectedRPID: this.host,
            requireUserVerification: true,
          }),
    );
    if (!verified?.verified) throw unanswered();
    return { challenge, ...verified.registrationInfo };
  }

  /** The library throws for answers that do not count; null for those. */
  private async tried<T>(verify: () => Promise<T>): Promise<T | null> {
    try {
      return await verify();
    } catch (error) {
      this.logger.warn('A passkey was not accepted', { reason: (error as Error).message.slice(0, 200) });
      return null;
    }
  }

  private requireOffered(): void {
    if (!this.isOffered) throw new NotFound('way to sign in');
  }
}

/** A passkey that somebody adds. */
export interface NewPasskey {
  /** Given by its owner. */
  name: string;
  /** The answer of the browser, as JSON. */
  response: string;
  /** The only organization that it opens; null: all of the user's. */
  organizationId: string | null;
}

/** An id as authenticators give them, in base64url; anything else is nobody's. */
function isCredentialId(id: unknown): id is string {
  return typeof id === 'string' && /^[\w-]{1,1400}$/.test(id);
}

const registrationOf = (userId: string): string => `register for ${userId}`;

const unanswered = () =>
  new BadRequest(
    'The passkey was not added: the answer of your browser does not count, or came too late. Try again.',
  );

/** The authenticator says for whom it keeps the passkey, and that must be its owner. */
function isOfUser({ response }: AuthenticationResponseJSON, userId: string): boolean {
  const handle = (response as { userHandle?: unknown } | undefined)?.userHandle;
  return typeof handle === 'string' && Buffer.from(handle, 'base64url').toString() === userId;
}

function readJson<T>(text: string): T | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : null;
  } catch {
    return null;
  }
}
