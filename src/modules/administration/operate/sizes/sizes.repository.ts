import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';

/** Figures of organizations, in the order of the columns. */
export const ORGANIZATION_FIGURES = [
  'members',
  'spaces',
  'pages',
  'revisions',
  'objects',
  'contentBytes',
  'files',
  'fileBytes',
] as const;
export type OrganizationFigure = (typeof ORGANIZATION_FIGURES)[number];

export type OrganizationSize = Record<OrganizationFigure, number> & { organizationId: string; title: string };

export const SPACE_FIGURES = ['pages', 'revisions'] as const;
export type SpaceFigure = (typeof SPACE_FIGURES)[number];

export type SpaceSize = Record<SpaceFigure, number> & {
  organizationId: string;
  spaceId: string;
  title: string;
};

const COLUMNS: Readonly<Record<OrganizationFigure, string>> = {
  members: 's.members',
  spaces: 's.spaces',
  pages: 's.pages',
  revisions: 's.revisions',
  objects: 's.objects',
  contentBytes: 's.content_bytes',
  files: 's.files',
  fileBytes: 's.file_bytes',
};

/** A figure that the driver reads as a number; none comes near 2^53. */
const figure = (name: OrganizationFigure): string => `${COLUMNS[name]}::float8 as "${name}"`;

/** Every query on `organization_sizes` and `space_sizes`, and the count that fills them. */
@Injectable()
export class SizesRepository {
  constructor(private readonly db: Database) {}

  /** Time of the last count; null before the first. */
  countedAt(): Promise<Date | null> {
    return this.db.queryValue<Date>('select max(counted_at) from organization_sizes');
  }

  /** Organizations, the largest by a figure first. @throws BadRequest for a cursor of another list. */
  listOrganizations(by: OrganizationFigure, page: PageRequest): Promise<Page<OrganizationSize>> {
    return paginate<OrganizationSize>(this.db, page, {
      select: `s.organization_id as "organizationId", o.title, ${ORGANIZATION_FIGURES.map(figure).join(', ')}`,
      from: 'from organization_sizes s join organizations o on o.id = s.organization_id where true',
      values: [],
      by: [
        { sql: COLUMNS[by], type: 'bigint', direction: 'desc' },
        { sql: 's.organization_id', type: 'text', direction: 'desc' },
      ],
    });
  }

  /** Spaces of all organizations, the largest by a figure first. @throws BadRequest for a cursor of another list. */
  listSpaces(by: SpaceFigure, page: PageRequest): Promise<Page<SpaceSize>> {
    return paginate<SpaceSize>(this.db, page, {
      select: `s.organization_id as "organizationId", s.space_id as "spaceId", o.title, ${SPACE_FIGURES.map(figure).join(', ')}`,
      from: 'from space_sizes s join organizations o on o.id = s.organization_id where true',
      values: [],
      by: [
        { sql: COLUMNS[by], type: 'bigint', direction: 'desc' },
        { sql: 's.space_id', type: 'text', direction: 'desc' },
      ],
    });
  }

  /**
   * Counts everything anew, in one transaction: each table is read once, whatever the number of organizations. Sizes are those that the
   * database stores; it unpacks nothing for them.
   */
  async count(now: Date): Promise<void> {
    await this.db.transaction(async () => {
      await this.db.execute('delete from space_sizes');
      await this.db.execute(COUNT_SPACES);
      await this.db.execute('delete from organization_sizes');
      await this.db.execute(COUNT_ORGANIZATIONS, [now]);
    });
  }
}

const COUNT_SPACES = `
  insert into space_sizes (organization_id, space_id, pages, revisions)
  select s.organization_id, s.id, coalesce(p.count, 0), coalesce(r.count, 0) from spaces s
  left join (select organization_id, space_id, count(*) from content_pages group by 1, 2) p
    on p.organization_id = s.organization_id and p.space_id = s.id
  left join (select organization_id, space_id, count(*) from content_revisions group by 1, 2) r
    on r.organization_id = s.organization_id and r.space_id = s.id`;

const COUNT_ORGANIZATIONS = `
  insert into organization_sizes (organization_id, members, spaces, pages, revisions, objects, content_bytes, files, file_bytes, counted_at)
  select o.id, coalesce(m.count, 0), coalesce(s.count, 0), coalesce(s.pages, 0), coalesce(s.revisions, 0), coalesce(c.count, 0),
    coalesce(c.bytes, 0) + coalesce(d.bytes, 0), coalesce(b.count, 0), coalesce(b.bytes, 0), $1
  from organizations o
  left join (select m.organization_id, count(*) from organization_members m join users u on u.id = m.user_id and u.kind = 'person'
    group by 1) m on m.organization_id = o.id
  left join (select organization_id, count(*), sum(pages) as pages, sum(revisions) as revisions from space_sizes group by 1) s
    on s.organization_id = o.id
  left join (select organization_id, count(*), sum(pg_column_size(body) + pg_column_size(refs)) as bytes from content_objects group by 1) c
    on c.organization_id = o.id
  left join (select organization_id, sum(pg_column_size(text) + pg_column_size(outline) + pg_column_size(refs))
    as bytes from content_documents group by 1) d on d.organization_id = o.id
  left join (select organization_id, count(*), sum(size) as bytes from blobs group by 1) b on b.organization_id = o.id`;
