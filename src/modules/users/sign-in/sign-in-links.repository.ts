import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { SignInLinkEntity } from './sign-in-link.entity.js';

/** A link as stored. */
export type SignInLink = Readonly<SignInLinkEntity>;

const COLUMNS = entityColumns(SignInLinkEntity);

/** Every query on `sign_in_links`. */
@Injectable()
export class SignInLinksRepository {
  constructor(private readonly db: Database) {}

  async insert(link: SignInLink): Promise<void> {
    await this.db.manager.insert(SignInLinkEntity, link);
  }

  /** The link, while it is good. */
  async find(secretHash: Buffer, now: Date): Promise<SignInLink | null> {
    const sql = `select ${COLUMNS} from sign_in_links where secret_hash = $1 and expires_at > $2`;
    return this.db.queryFirst<SignInLink>(sql, [secretHash, now]);
  }

  /** Uses the link up: of several who try at once, one gets it. Null when it is not good, or no longer. */
  async take(secretHash: Buffer, now: Date): Promise<SignInLink | null> {
    const sql = `delete from sign_in_links where secret_hash = $1 and expires_at > $2 returning ${COLUMNS}`;
    return this.db.queryFirst<SignInLink>(sql, [secretHash, now]);
  }

  /** Deletes the links that were mailed to the address. */
  async deleteOfEmail(email: string): Promise<void> {
    await this.db.execute('delete from sign_in_links where email = $1 and user_id is null', [email]);
  }

  /** Deletes the links that were handed to the user. */
  async deleteOfUser(userId: string): Promise<void> {
    await this.db.execute('delete from sign_in_links where user_id = $1', [userId]);
  }

  async deleteEnded(before: Date): Promise<void> {
    await this.db.execute('delete from sign_in_links where expires_at < $1', [before]);
  }
}
