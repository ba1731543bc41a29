import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { randomText } from '#platform/ids/ids.js';
import { Users } from '../users.service.js';
import { AccountAudit } from './account-audit.js';
import { nextPath } from './next-path.js';
import { type SignInLink, SignInLinksRepository } from './sign-in-links.repository.js';

/** 238 bits: nobody guesses it, so a fast hash without salt is enough to store. */
const SECRET_LENGTH = 40;
const HOUR_MS = 3_600_000;
const DEFAULT_HOURS = 24;
/** The page on which people choose a password, or add a passkey. */
const ACCOUNT_PAGE = 'profile/sign-in';

/** Links that let somebody in once: mailed ones, and those that whoever looks after an account hands over. */
@Injectable()
export class SignInLinks {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly links: SignInLinksRepository,
    private readonly users: Users,
    private readonly audit: AccountAudit,
  ) {}

  /**
   * Makes a link with which the user comes in once without anything else, for whoever lost their way in and for first starts. It proves
   * nothing about their mail address, and takes the place of earlier ones. Joins the caller's transaction.
   * @param lifetime milliseconds; a day where it is absent.
   * @param organizationId the only organization that it opens, whose administrator makes it; all of the user's where it is absent.
   * @param next target after it, below `/app/`; the page with the ways to sign in where it is absent.
   * @returns the address to hand over, which is kept nowhere.
   * @throws NotFound for an unknown user.
   */
  async create(
    userId: string,
    {
      lifetime = DEFAULT_HOURS * HOUR_MS,
      next = ACCOUNT_PAGE,
      organizationId = null,
    }: { lifetime?: number; next?: string; organizationId?: string | null } = {},
  ): Promise<string> {
    const { email } = await this.users.getUser(userId);
    return this.db.transaction(async () => {
      await this.links.deleteOfUser(userId);
      const expiresAt = new Date(this.clock.now().getTime() + lifetime);
      const url = await this.insert({ email, next: nextPath(next), userId, organizationId, expiresAt });
      await this.audit.record(userId, 'user.sign-in-link-created', {
        after: { expiresAt: expiresAt.toISOString() },
      });
      return url;
    });
  }

  /** Stores a link with a new secret. @returns its address. */
  async insert(link: Omit<SignInLink, 'secretHash'>): Promise<string> {
    const secret = randomText(SECRET_LENGTH);
    await this.links.insert({ ...link, secretHash: hashOf(secret) });
    return `${this.config.publicUrl}/app/sign-in/link?secret=${secret}`;
  }

  /** The link, while it is good. Uses nothing up: programs that check mail open every link. */
  find(secret: string): Promise<SignInLink | null> {
    return this.links.find(hashOf(secret), this.clock.now());
  }

  /** Uses the link up: of several who try at once, one gets it. Null when it is not good, or no longer. */
  take(secret: string): Promise<SignInLink | null> {
    return this.links.take(hashOf(secret), this.clock.now());
  }
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
