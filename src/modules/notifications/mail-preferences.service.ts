import { Injectable } from '@nestjs/common';
import { normalizeEmail, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { MutedTopicsRepository } from './muted-topics.repository.js';
import { MAIL_TOPICS, type MailTopic } from './topics.js';

/** Which topics an address gets mail about. */
export type MailTopics = Record<MailTopic, boolean>;

/**
 * Mail topics that recipients turned off. A preference belongs to the address, not to a user: invited people are not
 * users yet, and an account that is made later must not turn the mail on again.
 */
@Injectable()
export class MailPreferences {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly users: Users,
    private readonly muted: MutedTopicsRepository,
  ) {}

  /** Everything is on until somebody turns it off. */
  async get(address: string): Promise<MailTopics> {
    const muted = await this.muted.listOf(normalizeEmail(address));
    const entries = MAIL_TOPICS.map((topic) => [topic, !muted.includes(topic)] as const);
    return Object.fromEntries(entries) as MailTopics;
  }

  /** Turns topics on and off; those that are not named stay as they are. For those who proved that the address is theirs. */
  async change(address: string, changes: Partial<MailTopics>): Promise<MailTopics> {
    const key = normalizeEmail(address);
    const wanted = (isOn: boolean) => MAIL_TOPICS.filter((topic) => changes[topic] === isOn);
    return this.db.transaction(async () => {
      await this.muted.add(key, wanted(false), this.clock.now());
      await this.muted.remove(key, wanted(true));
      return this.get(key);
    });
  }

  /** A user's preferences for the address of their account. */
  async getOwn(actor: Actor): Promise<{ address: string; topics: MailTopics }> {
    const { email: address } = await this.users.getUser(actor.userId);
    return { address, topics: await this.get(address) };
  }

  /** @throws Forbidden as `Users.requireOwnAccount` */
  async changeOwn(
    actor: Actor,
    changes: Partial<MailTopics>,
  ): Promise<{ address: string; topics: MailTopics }> {
    await this.users.requireOwnAccount(actor);
    const { email: address } = await this.users.getUser(actor.userId);
    return { address, topics: await this.change(address, changes) };
  }
}
