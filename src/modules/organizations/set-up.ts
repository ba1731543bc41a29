import { Injectable } from '@nestjs/common';
import { isEmailAddress, Passwords, Users } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict } from '#platform/http/errors.js';
import { UpdateOrganization } from './update-organization.js';

const KEY = 'set-up';

/** The first administrator says these of a new installation. */
export interface SetUpAnswers {
  /** Title of the organization. */
  title: string;
  /** Name of the organization in addresses of its sites. */
  hostname: string;
  displayName: string;
  email: string;
  /** Absent where people do not sign in with passwords. */
  password?: string;
}

/** The set-up of a new installation, open until its first administrator has said who they are. */
@Injectable()
export class SetUp {
  constructor(
    private readonly db: Database,
    private readonly users: Users,
    private readonly passwords: Passwords,
    private readonly updating: UpdateOrganization,
  ) {}

  /** True where a password is asked for. */
  get asksPassword(): boolean {
    return this.passwords.isOffered;
  }

  /** Opens the set-up. Joins the caller's transaction. */
  async begin(userId: string): Promise<void> {
    const sql = 'insert into installation_settings (key, value) values ($1, $2)';
    await this.db.execute(sql, [KEY, userId]);
  }

  /** True while the user is the first administrator, and the set-up is not done. */
  async isOpenFor(userId: string): Promise<boolean> {
    const sql = 'select value from installation_settings where key = $1';
    return (await this.db.queryValue<string>(sql, [KEY])) === userId;
  }

  /**
   * Keeps the answers and closes the set-up, in one transaction.
   * @throws Conflict when it is closed, BadRequest that names the wrong field, Forbidden for others than administrators, EmailTaken.
   */
  async complete(actor: Actor, organizationId: string, answers: SetUpAnswers): Promise<void> {
    const { title, hostname, displayName, email, password } = answers;
    if (!isEmailAddress(email)) throw new BadRequest('Your mail address is not an address.');
    if (this.asksPassword && !password) throw new BadRequest('Choose a password.');
    const words = [title, hostname, displayName, email];
    const ready = password ? await this.passwords.prepare(actor.userId, password, words) : null;
    await this.db.transaction(async () => {
      const closed = await this.db.query(
        'delete from installation_settings where key = $1 and value = $2 returning 1',
        [KEY, actor.userId],
      );
      if (closed.length === 0) throw new Conflict('The installation is set up already.');
      await this.updating.run(actor, organizationId, { title, hostname });
      await this.users.updateProfile(actor, actor.userId, { displayName });
      await this.users.replaceAddress(actor.userId, email);
      if (ready) await this.passwords.keep(ready, actor.tokenId);
    });
  }
}
