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
  private readonly ends: ((token: string) => Promise<Date | null>)[] = [];

  /** @param renew for actors who write: a long request or job asks again before it does. */
  register(reader: CredentialReader, renew?: CredentialRenewal): void {
    this.readers.push(reader);
    if (renew) this.renewals.push(renew);
  }

  /** @param end answers when a token ends that is one of its kind. */
  registerEnds(end: (token: string) => Promise<Date | null>): void {
    this.ends.push(end);
  }

  /** When a token ended that `read` does not take; null for one that there never was, or that is gone. */
  async endOf(token: string): Promise<Date | null> {
    for (const find of this.ends) {
      const end = await find(token);
      if (end) return end;
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
