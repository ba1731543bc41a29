import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Clusters know the words of their issues, so that issues no model knows find them; issues are found by the model of their vectors. */
export class AddClusterTerms1772000000710 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table conversation_clusters add column terms text[] not null default '{}'`);
    await runner.query('alter table conversation_clusters alter column terms drop default');
    await runner.query(`
      update conversation_clusters c set terms = t.terms
      from (select organization_id, cluster_id, array_agg(term order by issues desc, term) as terms
            from (select i.organization_id, i.cluster_id, term, count(*) as issues,
                    row_number() over (partition by i.organization_id, i.cluster_id order by count(*) desc, term) as place
                  from conversation_issues i cross join unnest(i.terms) as term
                  where i.cluster_id is not null group by 1, 2, 3) counted
            where place <= 60 group by 1, 2) t
      where c.organization_id = t.organization_id and c.id = t.cluster_id`);
    await runner.query(
      'create index conversation_issues_model on conversation_issues (organization_id, model, cluster_id)',
    );
    await runner.query(
      'create index conversations_source on conversations (organization_id, source, created_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index conversations_source, conversation_issues_model');
    await runner.query('alter table conversation_clusters drop column terms');
  }
}
