import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { SecretBox } from '#platform/secrets/secret-box.js';

/** People leave a page open before they use their passkey. */
const LIFETIME_MS = 30 * 60_000;

/**
 * Challenges for passkeys. Each is its own end, sealed with the key of the installation: whoever opens the sign-in page leaves nothing
 * in the database. One that was answered well is noted, so that it counts once.
 */
@Injectable()
export class Challenges {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly box: SecretBox,
  ) {}

  /** @param purpose what may be done with it, and by whom; it is good for nothing else. */
  async create(purpose: string): Promise<Uint8Array<ArrayBuffer>> {
    const end = this.clock.now().getTime() + LIFETIME_MS;
    return new Uint8Array(await this.box.seal(String(end), contextOf(purpose)));
  }

  /** True for a challenge that was made for the purpose, and has not ended. @param challenge in base64url. */
  async isGood(challenge: string, purpose: string): Promise<boolean> {
    return (await this.endOf(challenge, purpose)) !== null;
  }

  /** Uses a challenge up, in the transaction of what it is for. @returns false when it was used before. */
  async use(challenge: string, purpose: string): Promise<boolean> {
    const end = await this.endOf(challenge, purpose);
    if (end === null) return false;
    const rows = await this.db.query(
      'insert into used_challenges (challenge, expires_at) values ($1, $2) on conflict do nothing returning 1',
      // Spelled anew: what decodes to the same bytes is the same challenge.
      [Buffer.from(challenge, 'base64url').toString('base64url'), end],
    );
    return rows.length > 0;
  }

  async deleteEnded(): Promise<void> {
    await this.db.execute('delete from used_challenges where expires_at < $1', [this.clock.now()]);
  }

  private async endOf(challenge: string, purpose: string): Promise<Date | null> {
    try {
      const sealed = Buffer.from(challenge, 'base64url');
      const end = new Date(Number(await this.box.open(sealed, contextOf(purpose))));
      return end > this.clock.now() ? end : null;
    } catch {
      return null;
    }
  }
}

const contextOf = (purpose: string): string => `passkey challenge: ${purpose}`;
