import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Proof of identity of a token's holder, and the organization it is limited to, since an identity provider vouches for
 * its organization only; and the proof of a user's mail address.
 */
export class AddProofToTokens1772000000501 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table user_tokens
        add column proof text not null default 'token',
        add column sso_organization_id text,
        add constraint user_tokens_proof_check check (proof in ('token', 'mail', 'saml')),
        add constraint user_tokens_sso_organization_id_fkey
          foreign key (sso_organization_id) references organizations (id) on delete cascade`);
    await runner.query('alter table user_tokens alter column proof drop default');
    await runner.query(
      'create index user_tokens_sso_organization_id_index on user_tokens (sso_organization_id) where sso_organization_id is not null',
    );
    await runner.query('alter table users add column email_verified_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column email_verified_at');
    await runner.query('alter table user_tokens drop column sso_organization_id, drop column proof');
  }
}
