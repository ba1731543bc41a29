import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A place whose files are in a tree of objects below `hash`. */
interface Space {
  organization_id: string;
  space_id: string;
  /** The snapshot that the rows show. */
  snapshot: string;
}

interface FilesNode {
  children?: (string | null)[];
  entries?: Record<string, { size: number }>;
}

/** The size of each file of the current content of a space, so that the files of an organization can be listed by size. */
export class SizesOfFiles1772000001195 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content_entries add column size bigint');
    const spaces = (await runner.query(
      `select p.organization_id, p.space_id, p.snapshot from content_projections p
       where exists (select from content_entries e
         where e.organization_id = p.organization_id and e.space_id = p.space_id and e.kind = 'file')`,
    )) as Space[];
    for (const space of spaces) await fill(runner, space);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content_entries drop column size');
  }
}

async function fill(runner: QueryRunner, { organization_id, space_id, snapshot }: Space): Promise<void> {
  const [root] = await read<{ files?: string | null }>(runner, organization_id, [snapshot]);
  let hashes = [root?.files].filter((hash) => typeof hash === 'string');
  while (hashes.length > 0) {
    const nodes = await read<FilesNode>(runner, organization_id, hashes);
    const files = nodes.flatMap(({ entries }) => Object.entries(entries ?? {}));
    await runner.query(
      `update content_entries e set size = file.size from unnest($3::text[], $4::bigint[]) as file (id, size)
       where e.organization_id = $1 and e.space_id = $2 and e.kind = 'file' and e.entry_id = file.id`,
      [organization_id, space_id, files.map(([id]) => id), files.map(([, { size }]) => size)],
    );
    hashes = nodes.flatMap(({ children }) => children ?? []).filter((hash) => hash !== null);
  }
}

/** Reads objects. Texts in them may hold halves of surrogate pairs, with which the database reads no JSON. */
async function read<Body>(runner: QueryRunner, organizationId: string, hashes: string[]): Promise<Body[]> {
  const rows = (await runner.query(
    'select body::text as body from content_objects where organization_id = $1 and hash = any($2)',
    [organizationId, hashes],
  )) as { body: string }[];
  return rows.map(({ body }) => JSON.parse(body) as Body);
}
