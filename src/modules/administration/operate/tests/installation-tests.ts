import { Injectable } from '@nestjs/common';
import { type InstallationAction, InstallationLog } from '#modules/audit/index.js';
import { Operators } from '#modules/operators/index.js';
import { Storage } from '#modules/storage/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import { SETTINGS, shownValue } from '#platform/config/settings.js';
import { Database } from '#platform/database/database.js';
import { readVersion } from '#platform/health/version.js';
import type { Actor } from '#platform/http/actor.js';
import { ConfiguredServerFetch } from '#platform/http-client/configured-server-fetch.js';
import { FetchFailed } from '#platform/http-client/guarded-fetch.js';
import { Clock } from '#platform/clock/clock.js';
import { Mailer } from '#platform/mail/mailer.js';
import { hideSecrets } from '../configuration/hide-secrets.js';
import { mailFailure } from './mail-failure.js';

/** The outcome of a test, in sentences. */
export interface TestOutcome {
  isGood: boolean;
  text: string;
  /** A sentence of the other side, or of a library. */
  detail?: string;
  /** A sentence about what to do where it is not good. */
  remedy?: string;
}

/** More than an answer about the version holds. */
const MAX_ANSWER_BYTES = 64 * 1024;
const TIMEOUT_MS = 10_000;

/** Tries, for operators, what the installation needs of others. Each try is noted. */
@Injectable()
export class InstallationTests {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly db: Database,
    private readonly operators: Operators,
    private readonly users: Users,
    private readonly log: InstallationLog,
    private readonly mailer: Mailer,
    private readonly storage: Storage,
    private readonly client: ConfiguredServerFetch,
  ) {}

  /** Sends a mail to the operator. @throws NotFound for others. */
  async sendMail(actor: Actor): Promise<TestOutcome> {
    await this.operators.requireOperator(actor);
    const { email, displayName } = await this.users.getUser(actor.userId);
    if (!this.mailer.isEnabled)
      return { isGood: false, text: 'No mail server is set.', remedy: 'Set SMTP_URL and MAIL_FROM.' };
    const outcome = await this.tryMail({ name: displayName, address: email });
    return this.note('mail.tested', email, outcome);
  }

  /** Writes, reads and deletes an object in the storage. @throws NotFound for others than operators. */
  async tryStorage(actor: Actor): Promise<TestOutcome> {
    await this.operators.requireOperator(actor);
    const outcome = await this.measureStorage();
    const setting = SETTINGS.find(({ member }) => member === 'storageUrl');
    return this.note('storage.tested', (setting && shownValue(this.config, setting)) ?? 'storage', outcome);
  }

  /** Asks the installation for its version at the address that people use. @throws NotFound for others than operators. */
  async tryAddress(actor: Actor): Promise<TestOutcome> {
    await this.operators.requireOperator(actor);
    return this.note('address.tested', this.config.publicUrl, await this.askOwnVersion());
  }

  private async tryMail(to: { name: string; address: string }): Promise<TestOutcome> {
    try {
      const answer = await this.mailer.sendNow({
        key: `test:${to.address}:${this.clock.now().toISOString()}`,
        to,
        subject: 'Test mail of Bindery',
        content: {
          title: 'Mail works',
          paragraphs: [`You asked ${this.config.publicUrl} for a test mail, and here it is.`],
          footer: ['Only you were sent it.'],
        },
      });
      return {
        isGood: true,
        text: `The mail server took a mail to ${to.address}. Look into your mailbox, and among the spam too.`,
        detail: hideSecrets(this.config, answer),
      };
    } catch (error) {
      const { text, remedy, detail } = mailFailure(error);
      return { isGood: false, text, remedy, detail: hideSecrets(this.config, detail) };
    }
  }

  private async measureStorage(): Promise<TestOutcome> {
    try {
      const { writeMs, readMs, deleteMs } = await this.storage.measure();
      const [write, read, remove] = [writeMs, readMs, deleteMs].map(
        (ms) => `${Math.max(1, Math.round(ms))} ms`,
      );
      return {
        isGood: true,
        text: `An object was written in ${write}, read in ${read} and deleted in ${remove}.`,
      };
    } catch (error) {
      return {
        isGood: false,
        text: 'The storage does not work.',
        detail: hideSecrets(
          this.config,
          error instanceof Error ? `${error.name}: ${error.message}` : 'Unknown error',
        ),
        remedy: 'Check STORAGE_URL, the rights on the folder or bucket, and the room on the disk.',
      };
    }
  }

  private async askOwnVersion(): Promise<TestOutcome> {
    const { publicUrl } = this.config;
    const remedy =
      'Check PUBLIC_URL, the name server, the proxy in front, and whether this machine may reach it.';
    try {
      const { body } = await this.client.fetch(`${publicUrl}/v1`, {
        maxBytes: MAX_ANSWER_BYTES,
        timeoutMs: TIMEOUT_MS,
      });
      const version = await versionIn(body);
      if (version === readVersion())
        return { isGood: true, text: `${publicUrl} leads here: it answers with version ${version}.` };
      const text =
        version === null
          ? `Something else than Bindery answers at ${publicUrl}.`
          : `${publicUrl} answers with version ${version}, this server is ${readVersion()}.`;
      return { isGood: false, text, remedy };
    } catch (error) {
      if (!(error instanceof FetchFailed)) throw error;
      return { isGood: false, text: `${publicUrl} was not reached: ${error.message}.`, remedy };
    }
  }

  private async note(action: InstallationAction, label: string, outcome: TestOutcome): Promise<TestOutcome> {
    await this.db.transaction(() =>
      this.log.record({
        action,
        target: { type: 'installation', id: 'bindery', label },
        after: { worked: outcome.isGood },
      }),
    );
    return outcome;
  }
}

async function versionIn(body: AsyncIterable<Buffer | string>): Promise<string | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(Buffer.from(chunk));
  try {
    const answer = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { version?: unknown } | null;
    return typeof answer?.version === 'string' ? answer.version.slice(0, 50) : null;
  } catch {
    return null;
  }
}
