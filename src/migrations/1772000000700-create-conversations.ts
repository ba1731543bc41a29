import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Conversations of support tools, the questions in them, and which of those are about the same thing. */
export class CreateConversations1772000000700 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createConversations(runner);
    await this.createClusters(runner);
    await this.createIssues(runner);
    await runner.query('alter table change_requests add column conversations_issues_cluster text');
    await runner.query(`create index change_requests_cluster_idx
      on change_requests (organization_id, conversations_issues_cluster) where conversations_issues_cluster is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table change_requests drop column conversations_issues_cluster');
    await runner.query('drop table conversation_issues, conversation_clusters, conversations');
  }

  private async createConversations(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversations (
        organization_id text not null references organizations (id) on delete cascade,
        id text not null,
        source text not null,
        subject text,
        url text,
        attributes jsonb not null,
        parts jsonb not null,
        digest text not null,
        created_at timestamptz(3) not null,
        ingested_at timestamptz(3) not null,
        processed_at timestamptz(3),
        primary key (organization_id, id)
      )`);
    await runner.query(
      'create index conversations_created on conversations (organization_id, created_at, id)',
    );
    await runner.query(
      'create index conversations_waiting on conversations (organization_id, ingested_at) where processed_at is null',
    );
  }

  private async createClusters(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversation_clusters (
        organization_id text not null references organizations (id) on delete cascade,
        id text not null,
        label text not null,
        summary text not null,
        icon text not null,
        centroid bytea,
        model text,
        issues int not null,
        conversations int not null,
        sources jsonb not null,
        changes int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      )`);
  }

  private async createIssues(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table conversation_issues (
        organization_id text not null,
        id text not null,
        conversation_id text not null,
        cluster_id text,
        title text not null,
        summary text not null,
        terms text[] not null,
        vector bytea,
        model text,
        neighbours jsonb not null,
        created_at timestamptz(3) not null,
        ingested_at timestamptz(3) not null,
        primary key (organization_id, id),
        foreign key (organization_id, conversation_id) references conversations (organization_id, id) on delete cascade
      )`);
    await runner.query(
      'create index conversation_issues_conversation on conversation_issues (organization_id, conversation_id)',
    );
    await runner.query(
      'create index conversation_issues_cluster on conversation_issues (organization_id, cluster_id, created_at)',
    );
    await runner.query(
      'create index conversation_issues_created on conversation_issues (organization_id, created_at, id)',
    );
  }
}
