import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Invitations by mail that wait for an answer, and links that let people in. */
export class CreateInvites1772000000520 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invitations (
        id text not null,
        organization_id text not null,
        email text not null,
        role member_role,
        sso boolean not null,
        invited_by text,
        created_at timestamptz(3) not null,
        renewed_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        constraint invitations_pkey primary key (id),
        constraint invitations_email_key unique (organization_id, email),
        constraint invitations_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint invitations_invited_by_fkey foreign key (invited_by) references users (id) on delete set null
      )`);
    await runner.query(
      'create index invitations_created_at_index on invitations (organization_id, created_at, id)',
    );
    await runner.query('create index invitations_email_index on invitations (email)');
    await this.createLinks(runner);
    await runner.query(
      'create index organizations_email_domains_index on organizations using gin (email_domains)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index organizations_email_domains_index');
    await runner.query('drop table invite_links');
    await runner.query('drop table invitations');
  }

  private async createLinks(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table invite_links (
        id text not null,
        organization_id text not null,
        space_id text,
        collection_id text,
        role member_role,
        created_by text not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        max_uses integer,
        uses integer not null,
        constraint invite_links_pkey primary key (id),
        constraint invite_links_target_check check (num_nonnulls(space_id, collection_id) <= 1),
        constraint invite_links_uses_check check (uses >= 0 and (max_uses is null or uses <= max_uses)),
        constraint invite_links_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint invite_links_space_fkey foreign key (organization_id, space_id)
          references spaces (organization_id, id) on update cascade on delete cascade,
        constraint invite_links_collection_fkey foreign key (organization_id, collection_id)
          references collections (organization_id, id) on update cascade on delete cascade
      )`);
    for (const [name, columns] of [
      ['invite_links_created_at_index', 'organization_id, created_at, id'],
      ['invite_links_space_index', 'organization_id, space_id'],
      ['invite_links_collection_index', 'organization_id, collection_id'],
    ])
      await runner.query(`create index ${name} on invite_links (${columns})`);
  }
}
