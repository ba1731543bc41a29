import type { MigrationInterface, QueryRunner } from 'typeorm';

const LEVELS = `('inherit', 'read', 'comment', 'edit', 'review', 'create', 'admin')`;

/** Collections, spaces, and the grants of users and teams. */
export class CreateWorkspace1772000000050 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createCollections(runner);
    await this.createSpaces(runner);
    await this.createGrants(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['team_grants', 'user_grants', 'spaces', 'collections']) {
      await runner.query(`drop table ${table}`);
    }
  }

  private async createCollections(runner: QueryRunner): Promise<void> {
    // The references to a parent are deferrable because a transfer moves a whole subtree in several statements.
    await runner.query(`
      create table collections (
        organization_id text not null,
        id text not null,
        parent_id text,
        position text collate "C" not null,
        title text not null,
        description text,
        default_level text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint collections_pkey primary key (organization_id, id),
        constraint collections_id_key unique (id),
        constraint collections_default_level_check check (default_level in ${LEVELS}),
        constraint collections_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint collections_parent_fkey foreign key (organization_id, parent_id)
          references collections (organization_id, id) deferrable initially immediate
      )`);
    await runner.query(
      'create index collections_parent_index on collections (organization_id, parent_id, position)',
    );
  }

  private async createSpaces(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table spaces (
        organization_id text not null,
        id text not null,
        parent_id text,
        position text collate "C" not null,
        title text not null,
        emoji text not null,
        icon text,
        edit_mode text not null,
        default_level text,
        language text,
        merge_rules jsonb not null,
        revision_id text not null,
        snapshot text not null,
        published_visibility text,
        published_url text,
        comments_open integer not null,
        change_requests integer not null,
        change_requests_open integer not null,
        change_requests_draft integer not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted_at timestamptz(3),
        constraint spaces_pkey primary key (organization_id, id),
        constraint spaces_id_key unique (id),
        constraint spaces_edit_mode_check check (edit_mode in ('live', 'locked')),
        constraint spaces_default_level_check check (default_level in ${LEVELS}),
        constraint spaces_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint spaces_parent_fkey foreign key (organization_id, parent_id)
          references collections (organization_id, id) deferrable initially immediate
      )`);
    await runner.query('create index spaces_parent_index on spaces (organization_id, parent_id, position)');
    await runner.query(
      'create index spaces_list_index on spaces (organization_id, position, id) where deleted_at is null',
    );
    await runner.query(
      'create index spaces_deleted_index on spaces (deleted_at) where deleted_at is not null',
    );
  }

  /** A grant ends with the membership or the team; the rows of a resource are deleted by the module that owns it. */
  private async createGrants(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_grants (
        organization_id text not null,
        resource_type text not null,
        resource_id text not null,
        user_id text not null,
        role member_role not null,
        created_at timestamptz(3) not null,
        constraint user_grants_pkey primary key (organization_id, resource_type, resource_id, user_id),
        constraint user_grants_resource_type_check check (resource_type in ('space', 'collection', 'site')),
        constraint user_grants_member_fkey foreign key (organization_id, user_id)
          references organization_members (organization_id, user_id) on delete cascade
      )`);
    await runner.query('create index user_grants_user_index on user_grants (organization_id, user_id)');
    await runner.query(`
      create table team_grants (
        organization_id text not null,
        resource_type text not null,
        resource_id text not null,
        team_id text not null,
        role member_role not null,
        created_at timestamptz(3) not null,
        constraint team_grants_pkey primary key (organization_id, resource_type, resource_id, team_id),
        constraint team_grants_resource_type_check check (resource_type in ('space', 'collection', 'site')),
        constraint team_grants_team_fkey foreign key (organization_id, team_id)
          references teams (organization_id, id) on delete cascade
      )`);
    await runner.query('create index team_grants_team_index on team_grants (organization_id, team_id)');
  }
}
