import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type TokenRecord, UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { randomText } from '#platform/ids/ids.js';
import { currentContext } from '#platform/logging/context.js';
import { SignInCodesRepository } from './sign-in-codes.repository.js';

const MINUTES = 5;
/** 119 bits in groups that can be read: guessing one in its five minutes is out of the question. */
const GROUPS = 5;
const GROUP_LENGTH = 4;
const LABEL = 'Command line';

/** One-time codes, by which people who signed in with a browser sign in a program. */
@Injectable()
export class SignInCodes {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly codes: SignInCodesRepository,
    private readonly tokens: UserTokens,
  ) {}

  /** A code for the actor's own programs, good for five minutes and once; it ends with the session. Only its hash is kept. */
  async create({ userId, tokenId, scopes, proof, ssoOrganizationId }: Actor): Promise<string> {
    const code = Array.from({ length: GROUPS }, () => randomText(GROUP_LENGTH)).join('-');
    const expiresAt = new Date(this.clock.now().getTime() + MINUTES * 60_000);
    const stored = { codeHash: hash(code), userId, tokenId, scopes, proof, ssoOrganizationId, expiresAt };
    await this.db.transaction(() => this.codes.insert(stored));
    return code;
  }

  /**
   * Exchanges a code for a token that can do and proves what the session does that it was made in, and ends with it.
   * @throws BadRequest for a code that there is not, or not any more.
   */
  exchange(code: string): Promise<{ token: string; record: TokenRecord }> {
    return this.db.transaction(async () => {
      const found = await this.codes.take(hash(code.trim()), this.clock.now());
      if (!found)
        throw new BadRequest('code: it is not valid, was used before, or is older than five minutes.');
      const { userId, tokenId, scopes, proof, ssoOrganizationId } = found;
      currentContext().actor = userId;
      const holder = { userId, tokenId, scopes, proof, ssoOrganizationId };
      // Memberships play no part in making a token: every use of it reads them anew.
      const actor: Actor = { kind: 'user', ...holder, memberships: new Map(), teamIds: [] };
      return this.tokens.createOwn(actor, { label: LABEL, parentId: tokenId });
    });
  }
}

function hash(code: string): Buffer {
  return createHash('sha256').update(code).digest();
}
