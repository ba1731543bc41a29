import { Injectable } from '@nestjs/common';
import { Hook } from '#platform/hook.js';
import type { Actor } from '#platform/http/actor.js';

/** Users see themselves; modules above register checks that answer true for others whom the actor may see. */
@Injectable()
export class UserVisibility extends Hook<[actor: Actor, userId: string], boolean> {
  async isVisible(actor: Actor, userId: string): Promise<boolean> {
    return actor.userId === userId || (await this.some(actor, userId));
  }
}
