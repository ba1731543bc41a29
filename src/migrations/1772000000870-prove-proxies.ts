import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Addresses of sites on other websites are proven. Those from before are kept until somebody proves them; where organizations are in
 * each other's way, nobody has them before.
 */
export class ProveProxies1772000000870 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table proxy_claims (
        organization_id text not null,
        site_id text not null,
        address text not null,
        token text not null,
        proof text,
        status text,
        checked_at timestamptz(3),
        verified_at timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, site_id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(`create index proxy_claims_address on proxy_claims (address)`);
    await runner.query(`
      insert into proxy_claims (organization_id, site_id, address, token, proof, verified_at, created_at)
      select s.organization_id, s.id, s.proxy, replace(gen_random_uuid()::text, '-', ''),
        case when c.is_contested then null else 'kept' end, case when c.is_contested then null else now() end, now()
      from sites s cross join lateral (
        select exists (select 1 from sites o where o.organization_id <> s.organization_id and o.proxy is not null
            and (starts_with(s.proxy, o.proxy || '/') or starts_with(o.proxy, s.proxy || '/')))
          or exists (select 1 from custom_hostnames h where h.organization_id <> s.organization_id
            and h.verified_at is not null and h.hostname = split_part(s.proxy, '/', 1)) as is_contested) c
      where s.proxy is not null`);
    await runner.query(
      `create unique index proxy_claims_proven_key on proxy_claims (address) where verified_at is not null`,
    );
    await runner.query(`update sites set version = version + 1 where proxy is not null`);
    await runner.query(`alter table sites drop column proxy`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sites add column proxy text constraint sites_proxy_key unique`);
    await runner.query(`
      update sites s set proxy = p.address from proxy_claims p
      where p.organization_id = s.organization_id and p.site_id = s.id and p.verified_at is not null`);
    await runner.query(`drop table proxy_claims`);
  }
}
