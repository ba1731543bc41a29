import { Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import { Unauthorized } from './errors.js';

/** Finds the actor behind a bearer token, or answers null when the token is not one of its kind or not valid. */
export type CredentialReader = (token: string) => Promise<Actor | null>;

/**
 * The actor as the credential makes them at this moment: null when it is not valid any more, undefined when it is not one
 * of its kind.
 */
export type CredentialRenewal = (actor: Actor) => Promise<Actor | null | undefined>;

/** Registry in which modules that issue credentials tell the guard how to read them; the platform knows none itself. */
@Injectable()
export class Credentials {
  private readonly readers: CredentialReader[] = [];
  private readonly renewals: CredentialRenewal[] = [];
  private readonly reasons: ((token: string) => Promise<string | null>)[] = [];

  /** @param renew for actors who write: a long request or job asks again before it does. */
  register(reader: CredentialReader, renew?: CredentialRenewal): void {
    this.readers.push(reader);
    if (renew) this.renewals.push(renew);
  }

  /** @param reason answers why a token of its kind is not valid, as a sentence. */
  registerReasons(reason: (token: string) => Promise<string | null>): void {
    this.reasons.push(reason);
  }

  /** Why `read` does not take a token; null where nobody knows of it. */
  async whyNotValid(token: string): Promise<string | null> {
    for (const find of this.reasons) {
      const reason = await find(token);
      if (reason !== null) return reason;
    }
    return null;
  }

  async read(token: string): Promise<Actor | null> {
    for (const reader of this.readers) {
      const actor = await reader(token);
      if (actor) return actor;
    }
    return null;
  }

  /**
   * The actor with the memberships, teams and scopes of this moment, for decisions within a transaction: since the request
   * came in, they may have been removed, or their token revoked.
   * @throws Unauthorized when the credential is not valid any more.
   */
  async renew(actor: Actor): Promise<Actor> {
    for (const renewal of this.renewals) {
      const renewed = await renewal(actor);
      if (renewed === null) throw new Unauthorized();
      if (renewed) return renewed;
    }
    return actor;
  }
}
