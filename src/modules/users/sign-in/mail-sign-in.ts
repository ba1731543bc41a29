import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { Database } from '#platform/database/database.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { OnJob } from '#platform/jobs/on-job.js';
import { Logger } from '#platform/logging/logger.js';
import { MAIL_JOB, Mailer } from '#platform/mail/mailer.js';
import { isEmailAddress, normalizeEmail } from '../email.js';
import { Users } from '../users.service.js';
import { nextPath } from './next-path.js';
import { type NewSession, Sessions } from './sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignInLinks } from './sign-in-links.js';
import { type SignInLink, SignInLinksRepository } from './sign-in-links.repository.js';
import { signInMail } from './sign-in-mail.js';
import { SignInReasons } from './sign-in-reasons.js';

export const SEND_SIGN_IN_LINK = 'users.send-sign-in-link';
const MINUTES = 15;

interface LinkJob {
  /** Names the wish among all. */
  id: string;
  email: string;
  next: string;
}

/**
 * Sign-in with a link that is mailed. Who asks learns nothing of who has an account: the answer comes before anybody looks, the rest is a
 * job's work.
 */
@Injectable()
export class MailSignIn {
  constructor(
    private readonly config: Config,
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly logger: Logger,
    private readonly jobs: Jobs,
    private readonly mailer: Mailer,
    private readonly stored: SignInLinksRepository,
    private readonly links: SignInLinks,
    private readonly limits: SignInLimits,
    private readonly users: Users,
    private readonly reasons: SignInReasons,
    private readonly sessions: Sessions,
  ) {}

  /** True when a mail server is configured. */
  get isOffered(): boolean {
    return this.mailer.isEnabled;
  }

  /**
   * Has a link sent to the address, if its owner may sign in.
   * @param next target path after the sign-in, below `/app/`.
   * @param address network address of the request.
   * @throws BadRequest for an invalid address, TooManySignIns, NotFound without a mail server.
   */
  async request(email: string, next: string, address: string): Promise<void> {
    if (!this.isOffered) throw new NotFound('way to sign in');
    const to = normalizeEmail(email);
    if (!isEmailAddress(to))
      throw new BadRequest('This is not a mail address. Write it as in ann@example.com.');
    this.limits.take(to, address);
    const job: LinkJob = { id: newId(), email: to, next: nextPath(next) };
    await this.jobs.enqueue(SEND_SIGN_IN_LINK, job, MAIL_JOB);
  }

  /**
   * Sends the link. The secret is made here, so that it is nowhere but in the mail; a job that runs again makes another, and
   * both are good.
   */
  @OnJob(SEND_SIGN_IN_LINK)
  async send({ id, email, next }: LinkJob): Promise<void> {
    const isKnown = (await this.users.findUserByEmail(email)) !== null;
    if (!isKnown && !(await this.reasons.some({ email, next }))) {
      this.logger.info('A link to sign in was not sent: nobody has the address, and nobody invited it');
      return;
    }
    const expiresAt = new Date(this.clock.now().getTime() + MINUTES * 60_000);
    const url = await this.links.insert({ email, next, userId: null, organizationId: null, expiresAt });
    const { host } = new URL(this.config.publicUrl);
    const key = `sign-in:${id}`;
    await this.mailer.send({ key, ...signInMail(email, url, { host, minutes: MINUTES }) });
  }

  /** The address that the link signs in, while it is good. Uses nothing up: programs that check mail open every link. */
  async find(secret: string): Promise<string | null> {
    return (await this.links.find(secret))?.email ?? null;
  }

  /**
   * Uses the link up, and with it all others of the address. Whoever has no account gets one, if there still is a reason.
   * @returns the session and where they were going; null when the link is not good, or no longer.
   */
  async complete(secret: string): Promise<{ session: NewSession; next: string } | null> {
    return this.db.transaction(async () => {
      const link = await this.links.take(secret);
      if (!link) return null;
      if (link.userId !== null)
        return { session: await this.startHanded(link.userId, link), next: link.next };
      await this.stored.deleteOfEmail(link.email);
      const user = await this.users.findUserByEmail(link.email);
      if (!user && !(await this.reasons.some(link))) return null;
      const { id } = user ?? (await this.users.createUser({ email: link.email }));
      await this.users.markEmailVerified(id);
      return { session: await this.sessions.startFor(id, 'mail'), next: link.next };
    });
  }
  /** An administrator's word counts in their organization alone: the user may have joined another one meanwhile. */
  private startHanded(userId: string, { organizationId }: SignInLink): Promise<NewSession> {
    return this.sessions.startFor(userId, 'link', { ssoOrganizationId: organizationId });
  }
}
