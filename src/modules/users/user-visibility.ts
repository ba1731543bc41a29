import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';

/** Answers true when the actor may see the user; registered by a module that knows their common organizations. */
export type UserVisibilityCheck = (actor: Actor, userId: string) => Promise<boolean>;

/** Users see themselves; modules above register further reasons to see somebody. */
@Injectable()
export class UserVisibility {
  private readonly checks: UserVisibilityCheck[] = [];

  register(check: UserVisibilityCheck): void {
    this.checks.push(check);
  }

  async isVisible(actor: Actor, userId: string): Promise<boolean> {
    if (actor.userId === userId) return true;
    for (const check of this.checks) if (await check(actor, userId)) return true;
    return false;
  }
}
