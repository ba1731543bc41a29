import { Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';

/** Finds the actor behind a bearer token, or answers null when the token is not one of its kind or not valid. */
export type CredentialReader = (token: string) => Promise<Actor | null>;

/** Where modules that issue credentials tell the guard how to read them; the platform knows none of them itself. */
@Injectable()
export class Credentials {
  private readonly readers: CredentialReader[] = [];

  register(reader: CredentialReader): void {
    this.readers.push(reader);
  }

  async read(token: string): Promise<Actor | null> {
    for (const reader of this.readers) {
      const actor = await reader(token);
      if (actor) return actor;
    }
    return null;
  }
}
