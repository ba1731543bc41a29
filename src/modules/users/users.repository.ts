import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActorLabels } from '#modules/audit/index.js';
import { Database, violatedConstraint } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { EmailTaken } from './users.errors.js';
import { UserEntity } from './user.entity.js';
import { UserStandings } from './user-standings.js';

/** A user as stored. */
export type User = Readonly<UserEntity>;

export const USER_COLUMNS = entityColumns(UserEntity);

/** SQL for the name of the user with this id, which is SQL too. */
export function displayNameOf(id: string): string {
  return `(select display_name from users where id = ${id})`;
}

/** Changes of an update; absent members stay. */
export type UserChanges = Partial<Pick<User, 'displayName' | 'photoUrl'>>;

/** Every query on `users`. */
@Injectable()
export class UsersRepository implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly standings: UserStandings,
    private readonly actorLabels: ActorLabels,
  ) {}

  onModuleInit(): void {
    this.actorLabels.register('user', displayNameOf);
  }

  async findById(id: string): Promise<User | null> {
    return this.db.queryFirst<User>(`select ${USER_COLUMNS} from users where id = $1`, [id]);
  }

  findByIds(ids: readonly string[]): Promise<User[]> {
    return this.db.query<User>(`select ${USER_COLUMNS} from users where id = any($1)`, [ids]);
  }

  /** People alone: what else is a user has no address. @param emails in lower case. */
  findByEmails(emails: readonly string[]): Promise<User[]> {
    return this.db.query<User>(
      `select ${USER_COLUMNS} from users where email = any($1) and kind = 'person'`,
      [emails],
    );
  }

  async isEmpty(): Promise<boolean> {
    const rows = await this.db.query('select 1 from users limit 1');
    return rows.length === 0;
  }

  /** @throws EmailTaken when another user has the address. */
  async insert(user: User): Promise<void> {
    try {
      await this.db.manager.insert(UserEntity, user);
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key') throw new EmailTaken(user.email);
      throw error;
    }
  }

  /** @throws EmailTaken when another user has the address. */
  async update(id: string, changes: UserChanges & { email?: string; emailVerifiedAt?: null }): Promise<void> {
    if (Object.keys(changes).length === 0) return;
    try {
      await this.db.manager.update(UserEntity, { id }, changes);
    } catch (error) {
      if (violatedConstraint(error) === 'users_email_key') throw new EmailTaken(changes.email ?? '');
      throw error;
    }
  }

  /** Inside a transaction: waits until nobody else holds the user. */
  async lock(id: string): Promise<void> {
    await this.db.query('select 1 from users where id = $1 for no key update', [id]);
  }

  /** Keeps the first time. */
  async markEmailVerified(id: string, now: Date): Promise<void> {
    const sql = 'update users set email_verified_at = $2 where id = $1 and email_verified_at is null';
    await this.db.execute(sql, [id, now]);
  }

  /** True when the user is a member of another organization, whatever their role there. */
  async isInOthers(id: string, organizationId: string): Promise<boolean> {
    const isInOthers = this.standings.isMember.of({ user: 'u.id', except: '$2' });
    const rows = await this.db.query(`select 1 from users u where u.id = $1 and ${isInOthers}`, [
      id,
      organizationId,
    ]);
    return rows.length > 0;
  }
}
