import { hash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor, Proof } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import { BadRequest, Forbidden, Unauthorized } from '#platform/http/errors.js';
import { type Scope, SCOPES } from '#platform/http/scopes.js';
import { currentContext } from '#platform/logging/context.js';
import { newId, randomText } from '#platform/ids/ids.js';
import { AccountAudit } from './sign-in/account-audit.js';
import { TokenAudit } from './token-audit.js';
import { TokenUsage } from './token-usage.js';
import {
  type TokenBearer,
  type TokenRecord,
  type UserStanding,
  UserTokensRepository,
} from './user-tokens.repository.js';

export const TOKEN_PREFIX = 'bdy_';
/** 238 bits: nobody guesses it, so a fast hash without salt is enough to store. */
const TOKEN_LENGTH = 40;
/** Tokens made after a sign-in expire, so that an intruder in a mailbox or a browser does not keep access for ever. */
const DAYS_AFTER_SIGN_IN = 366;
/** Browsers name themselves in less. */
const MAX_USER_AGENT = 500;

export interface NewToken {
  label: string;
  /** Everything its user may do when absent. */
  scopes?: Scope[];
  /** Valid until revoked when absent. */
  expiresAt?: Date;
  /** The token it ends with, if any. */
  parentId?: string;
  /** Proof of the holder's identity; by hand when absent. */
  proof?: Proof;
  /** The only organization it is good for, with the proof `saml`. */
  ssoOrganizationId?: string | null;
  /** A session of a browser, so that making it is a sign-in. */
  isSession?: boolean;
}

/** Personal tokens: makes, lists, revokes and reads them. */
@Injectable()
export class UserTokens implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly credentials: Credentials,
    private readonly tokens: UserTokensRepository,
    private readonly usage: TokenUsage,
    private readonly audit: TokenAudit,
    private readonly account: AccountAudit,
  ) {}

  onModuleInit(): void {
    this.credentials.register(
      (token) => this.readActor(token),
      (actor) => this.renew(actor),
    );
    this.credentials.registerReasons((token) => this.whyNotValid(token));
  }

  /**
   * Makes a token for a user.
   * @param text the token itself, when the caller chose it (first start); otherwise random.
   * @returns the token, which is not kept anywhere, and its record.
   * @throws BadRequest when `expiresAt` is not in the future.
   */
  async create(
    userId: string,
    input: NewToken,
    text = TOKEN_PREFIX + randomText(TOKEN_LENGTH),
  ): Promise<{ token: string; record: TokenRecord }> {
    const createdAt = this.clock.now();
    if (input.expiresAt && input.expiresAt <= createdAt)
      throw new BadRequest('expiresAt must be in the future.');
    const record: TokenRecord = {
      id: newId(),
      userId,
      label: input.label,
      scopes: input.scopes ? SCOPES.filter((scope) => input.scopes?.includes(scope)) : null,
      proof: input.proof ?? 'token',
      ssoOrganizationId: input.ssoOrganizationId ?? null,
      parentId: input.parentId ?? null,
      isSession: input.isSession ?? false,
      ...(input.isSession ? browserOfRequest() : { userAgent: null, address: null }),
      createdAt,
      expiresAt: input.expiresAt ?? null,
      lastUsedAt: null,
    };
    await this.db.transaction(async () => {
      await this.tokens.insert(record, hashToken(text));
      if (input.isSession) await this.audit.signedIn(record);
      else await this.audit.created(record);
    });
    return { token: text, record };
  }

  /**
   * Makes a token for the actor, never one that can do more or proves more than the token the actor uses. It ends with that one, or at
   * `expiresAt`, which may not be after `latestEnd`.
   * @throws Forbidden when it would, Unauthorized when that token was revoked meanwhile.
   */
  createOwn(actor: Actor, input: NewToken): Promise<{ token: string; record: TokenRecord }> {
    const scopes = input.scopes ?? actor.scopes ?? undefined;
    const excess = scopes?.find((scope) => actor.scopes && !actor.scopes.includes(scope));
    if (excess) throw new Forbidden(`scopes: the token you use lacks the scope "${excess}" itself.`);
    return this.db.transaction(async () => {
      const current = await this.tokens.hold(actor.userId, actor.tokenId);
      if (!current) throw new Unauthorized();
      const expiresAt = input.expiresAt ?? current.expiresAt ?? undefined;
      const limit = await this.latestEnd(current);
      if (limit && expiresAt && expiresAt > limit)
        throw new Forbidden(`expiresAt: the latest that you may choose here is ${limit.toISOString()}.`);
      const { label, parentId, isSession } = input;
      const { proof, ssoOrganizationId } = actor;
      return this.create(actor.userId, {
        ...{ label, scopes, expiresAt, parentId, proof, ssoOrganizationId, isSession },
      });
    });
  }

  /** When the token that the actor uses ends; null for one that is valid until it is revoked. */
  async expiryOf(actor: Actor): Promise<Date | null> {
    return (await this.tokens.findById(actor.tokenId))?.expiresAt ?? null;
  }

  /** The latest end that the actor may choose for a token of theirs; null: any. @throws Unauthorized when theirs is gone. */
  async latestOwnEnd(actor: Actor): Promise<Date | null> {
    const current = await this.tokens.findById(actor.tokenId);
    if (!current) throw new Unauthorized();
    return this.latestEnd(current);
  }

  /**
   * The actor's tokens and sessions, newest first; for people of an identity provider those that it stands behind.
   * @param kind one of the two; both where it is absent.
   */
  listOwn(actor: Actor, page: PageRequest, kind?: 'session' | 'token'): Promise<Page<TokenRecord>> {
    return this.tokens.listOfUser(actor.userId, actor.ssoOrganizationId, page, kind);
  }

  /**
   * The sessions of a user that have not ended, newest first.
   * @param ssoOrganizationId only those that this organization's identity provider stands behind.
   */
  listSessions(userId: string, ssoOrganizationId: string | null): Promise<TokenRecord[]> {
    return this.tokens.listSessions(userId, ssoOrganizationId, this.clock.now());
  }

  /** The user's token or session with the id; null for one of somebody else, and for none. */
  async findOwn(userId: string, tokenId: string): Promise<TokenRecord | null> {
    const record = await this.tokens.findById(tokenId);
    return record?.userId === userId ? record : null;
  }

  /** Revokes one of the tokens that `listOwn` lists; the next request with it is refused. Other ids are fine. */
  async deleteOwn(actor: Actor, tokenId: string): Promise<void> {
    await this.db.transaction(async () => {
      const record = await this.tokens.findById(tokenId);
      if (record?.userId !== actor.userId) return;
      if (actor.ssoOrganizationId !== null && record.ssoOrganizationId !== actor.ssoOrganizationId) return;
      await this.audit.revoked(record);
      await this.tokens.delete(tokenId);
    });
  }

  /**
   * For the module that has memberships: in the transaction that removed the user from the organization. What the organization's identity
   * provider vouched for ends, and everything once they belong nowhere any more; sessions are tokens, so they end at the next request.
   * @throws Error outside of a transaction.
   */
  async revokeAfterRemoval(userId: string, organizationId: string): Promise<void> {
    if (!this.db.inTransaction) throw new Error('Tokens are revoked in the transaction of the removal.');
    const revoked = await this.tokens.deleteAfterRemoval(userId, organizationId);
    const now = this.clock.now();
    for (const record of revoked)
      if (record.expiresAt === null || record.expiresAt > now)
        await this.audit.revokedByRemoval(record, organizationId);
  }

  /**
   * Inside a transaction: ends every token that the organization's identity providers stand behind, as one of those is not
   * believed any more.
   */
  async revokeSso(organizationId: string): Promise<void> {
    const now = this.clock.now();
    let revoked: TokenRecord[];
    do {
      // Again, because one that was being made with another is only there once that one could be deleted.
      revoked = await this.tokens.deleteOfSso(organizationId);
      for (const record of revoked)
        if (record.expiresAt === null || record.expiresAt > now)
          await this.audit.revokedByRemoval(record, organizationId);
    } while (revoked.length > 0);
  }

  /**
   * Ends sessions of a user, at once and everywhere.
   * @param except id of the session that goes on.
   * @param ssoOrganizationId only those that this organization's identity provider stands behind.
   * @returns how many there were that had not ended.
   */
  endSessions(
    userId: string,
    { except, ssoOrganizationId = null }: { except?: string; ssoOrganizationId?: string | null } = {},
  ): Promise<number> {
    return this.db.transaction(async () => {
      const now = this.clock.now();
      const ended = await this.tokens.deleteSessions(userId, except ?? null, ssoOrganizationId);
      const running = ended.filter(({ expiresAt }) => expiresAt === null || expiresAt > now);
      if (running.length > 0)
        await this.account.record(userId, 'user.sessions-ended', { before: { sessions: running.length } });
      return running.length;
    });
  }

  /** Forgets tokens and sessions that ended or were revoked before the time. */
  async deleteExpired(before: Date): Promise<void> {
    await this.tokens.deleteEnded(before);
  }

  /**
   * The user as somebody who does or sees something without a request: for jobs that ask what a person may see now. Null
   * for users there are not.
   */
  async findActor(userId: string): Promise<Actor | null> {
    const found = await this.tokens.findStanding(userId);
    const anyhow = { scopes: null, proof: 'token', ssoOrganizationId: null } as const;
    return found && { kind: 'user', userId, tokenId: '', ...anyhow, ...standing(found) };
  }

  /**
   * A token outlives none that it was made with. A session is short for the sake of the browser it is in: what counts is
   * the token it began with, or that its holder proved who they are. An identity provider alone says how long its word holds.
   */
  private async latestEnd({ isSession, parentId, proof, createdAt, expiresAt }: TokenRecord) {
    if (!isSession || proof === 'saml') return expiresAt;
    if (parentId !== null) return (await this.tokens.findById(parentId))?.expiresAt ?? null;
    return proof === 'token' ? expiresAt : new Date(createdAt.getTime() + DAYS_AFTER_SIGN_IN * 86_400_000);
  }

  private async readActor(token: string): Promise<Actor | null> {
    const bearer = await this.tokens.findBearer(hashToken(token), this.clock.now());
    if (!bearer) return null;
    this.usage.record(bearer.tokenId, bearer.lastUsedAt);
    return actorOf(bearer);
  }

  /** The sentence about a token of this kind that is not valid; null for one that nobody knows. */
  private async whyNotValid(token: string): Promise<string | null> {
    const end = await this.tokens.findEnd(hashToken(token));
    if (end)
      return end.isRevoked
        ? `The token was revoked at ${end.at.toISOString()}; make a new one, or ask whoever gave it to you.`
        : `The token ended at ${end.at.toISOString()}; make a new one.`;
    const length = TOKEN_PREFIX.length + TOKEN_LENGTH;
    if (!token.startsWith(TOKEN_PREFIX) || token.length === length) return null;
    return `The token is malformed: one that begins with ${TOKEN_PREFIX} has ${length} characters, this one has ${token.length}. Copy it again.`;
  }

  private async renew({ kind, userId, tokenId, installationId }: Actor): Promise<Actor | null | undefined> {
    if (kind !== 'user' || installationId !== undefined) return undefined;
    if (tokenId === '') return this.findActor(userId);
    const bearer = await this.tokens.findBearerById(tokenId, this.clock.now());
    return bearer && actorOf(bearer);
  }
}

function actorOf(bearer: TokenBearer): Actor {
  const { userId, tokenId, scopes, proof, ssoOrganizationId } = bearer;
  return { kind: 'user', userId, tokenId, scopes, proof, ssoOrganizationId, ...standing(bearer) };
}

function standing({ memberships, teamIds }: UserStanding): Pick<Actor, 'memberships' | 'teamIds'> {
  return { memberships: new Map(Object.entries(memberships ?? {})), teamIds: teamIds ?? [] };
}

/** The browser that the request at hand comes from. */
function browserOfRequest(): { userAgent: string | null; address: string | null } {
  const { userAgent, address } = currentContext();
  return { userAgent: userAgent?.slice(0, MAX_USER_AGENT) ?? null, address: address ?? null };
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
