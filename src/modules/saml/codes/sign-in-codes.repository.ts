import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { SignInCodeEntity } from './sign-in-code.entity.js';

export type SignInCode = Readonly<SignInCodeEntity>;

/** Every query on `sign_in_codes`. */
@Injectable()
export class SignInCodesRepository {
  constructor(private readonly db: Database) {}

  async insert(code: SignInCode): Promise<void> {
    await this.db.manager.insert(SignInCodeEntity, code);
  }

  /** The code, which is gone afterwards; null for one that there is not, or not any more. */
  async take(codeHash: Buffer, now: Date): Promise<SignInCode | null> {
    return this.db.queryFirst<SignInCode>(
      `delete from sign_in_codes where code_hash = $1 and expires_at > $2
       returning code_hash as "codeHash", user_id as "userId", token_id as "tokenId", scopes, proof,
         sso_organization_id as "ssoOrganizationId", expires_at as "expiresAt"`,
      [codeHash, now],
    );
  }

  async deleteExpired(now: Date): Promise<void> {
    await this.db.execute('delete from sign_in_codes where expires_at <= $1', [now]);
  }
}
