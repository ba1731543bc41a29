import { Conflict } from '#platform/http/errors.js';

export class EmailTaken extends Conflict {
  constructor(email: string) {
    super(`email: a user with the address ${email} exists already.`);
  }
}
