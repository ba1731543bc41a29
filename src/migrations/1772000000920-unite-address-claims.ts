import type { MigrationInterface, QueryRunner } from 'typeorm';

/** States of custom hostnames, as claims have them, beside the contract's names. */
const STATUSES = [
  ['proven', 'dns_passed'],
  ['missing', 'dns_no_cname'],
  ['wrong', 'dns_wrong_cname'],
  ['unanswered', 'internal_error'],
] as const;

const COLUMNS = 'organization_id, site_id, token, checked_at, verified_at, failing_since, created_at';

/**
 * Stores custom hostnames and proxy addresses of sites as claims in one table. Several organizations may claim the same
 * address; the first to prove it owns it. Proven addresses stay proven, and unproven ones no longer block other organizations.
 */
export class UniteAddressClaims1772000000920 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table address_claims (
        organization_id text not null,
        site_id text not null,
        kind text not null,
        address text not null,
        token text not null,
        proof text,
        status text,
        checked_at timestamptz(3),
        verified_at timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        primary key (organization_id, site_id, kind),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    const names = STATUSES.map(([status, name]) => `when '${name}' then '${status}'`).join(' ');
    await runner.query(`
      insert into address_claims (kind, address, proof, status, ${COLUMNS})
      select 'hostname', hostname, case when verified_at is not null then 'dns' end, case status ${names} end, ${COLUMNS}
      from custom_hostnames`);
    await runner.query(`
      insert into address_claims (kind, address, proof, status, ${COLUMNS})
      select 'proxy', address, proof, status, ${COLUMNS} from proxy_claims`);
    await runner.query('create index address_claims_address on address_claims (address)');
    await runner.query(
      'create unique index address_claims_proven_key on address_claims (address) where verified_at is not null',
    );
    await runner.query(
      `create unique index address_claims_hostname_key on address_claims (organization_id, address) where kind = 'hostname'`,
    );
    await runner.query('drop table custom_hostnames');
    await runner.query('drop table proxy_claims');
  }

  /** Of several claims of a domain the proven one stays, or else the oldest: there was room for one. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table custom_hostnames (
        hostname text primary key,
        organization_id text not null,
        site_id text not null,
        token text not null,
        status text,
        checked_at timestamptz(3),
        verified_at timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        constraint custom_hostnames_site_key unique (organization_id, site_id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
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
    const names = STATUSES.map(([status, name]) => `when '${status}' then '${name}'`).join(' ');
    await runner.query(`
      insert into custom_hostnames (hostname, status, ${COLUMNS})
      select distinct on (address) address, case status ${names} when 'taken' then 'dns_wrong_cname' end, ${COLUMNS}
      from address_claims where kind = 'hostname' order by address, verified_at is null, created_at, site_id`);
    await runner.query(`
      insert into proxy_claims (address, proof, status, ${COLUMNS})
      select address, proof, status, ${COLUMNS} from address_claims where kind = 'proxy'`);
    await runner.query('create index proxy_claims_address on proxy_claims (address)');
    await runner.query(
      'create unique index proxy_claims_proven_key on proxy_claims (address) where verified_at is not null',
    );
    await runner.query('drop table address_claims');
  }
}
