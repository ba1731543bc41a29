import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { SiteStructure, type StructureItems } from './model/site-structure.js';
import { SiteExternalLinkEntity } from './site-external-link.entity.js';
import { SiteSectionGroupEntity } from './site-section-group.entity.js';
import { SiteSectionEntity } from './site-section.entity.js';
import { SiteSpaceEntity } from './site-space.entity.js';

type Kind = keyof StructureItems;
type Item = StructureItems[Kind][number];

const ENTITIES = {
  spaces: SiteSpaceEntity,
  sections: SiteSectionEntity,
  groups: SiteSectionGroupEntity,
  links: SiteExternalLinkEntity,
} as const;

interface Row {
  spaces: (object & { isDeleted: boolean })[] | null;
  sections: object[] | null;
  groups: object[] | null;
  links: object[] | null;
}

const COLUMNS = {
  spaces: `'spaceId', i.space_id, 'sectionId', i.section_id, 'path', i.path, 'condition', i.condition, 'position', i.position,
    'isDefault', i.is_default, 'isDeleted', not exists (select 1 from spaces sp
      where sp.organization_id = i.organization_id and sp.id = i.space_id and sp.deleted_at is null)`,
  sections: `'groupId', i.group_id, 'title', i.title, 'description', i.description, 'icon', i.icon, 'path', i.path,
    'condition', i.condition, 'position', i.position, 'isDefault', i.is_default`,
  groups: `'parentId', i.parent_id, 'title', i.title, 'icon', i.icon, 'position', i.position`,
  links: `'groupId', i.group_id, 'title', i.title, 'description', i.description, 'icon', i.icon, 'url', i.url,
    'condition', i.condition, 'draft', i.draft, 'position', i.position`,
};

const SELECT = `select ${(['spaces', 'sections', 'groups', 'links'] as const)
  .map(
    (kind) =>
      `(select json_agg(json_build_object('organizationId', i.organization_id, 'id', i.id, 'siteId', i.site_id, ${COLUMNS[kind]}))
        from ${tableOf(kind)} i where i.organization_id = $1 and i.site_id = $2) as ${kind}`,
  )
  .join(', ')}`;

function tableOf(kind: Kind): string {
  return {
    spaces: 'site_spaces',
    sections: 'site_sections',
    groups: 'site_section_groups',
    links: 'site_external_links',
  }[kind];
}

/** Reads the structure of a site in one statement, and writes what was changed of it. */
@Injectable()
export class SiteStructureRepository {
  private readonly loaded = new WeakMap<SiteStructure, StructureItems>();

  constructor(private readonly db: Database) {}

  async load(organizationId: string, siteId: string): Promise<SiteStructure> {
    const [row] = await this.db.query<Row>(SELECT, [organizationId, siteId]);
    const deleted = new Set<string>();
    const spaces = (row?.spaces ?? []).map(({ isDeleted, ...fields }) => {
      const space = Object.assign(new SiteSpaceEntity(), fields);
      if (isDeleted) deleted.add(space.spaceId);
      return space;
    });
    const items: StructureItems = {
      spaces,
      sections: (row?.sections ?? []).map((fields) => Object.assign(new SiteSectionEntity(), fields)),
      groups: (row?.groups ?? []).map((fields) => Object.assign(new SiteSectionGroupEntity(), fields)),
      links: (row?.links ?? []).map((fields) => Object.assign(new SiteExternalLinkEntity(), fields)),
    };
    const structure = new SiteStructure(organizationId, siteId, items, deleted);
    this.loaded.set(structure, copyOf(items));
    return structure;
  }

  /** Writes what differs from what was loaded. The caller holds the site's lock. */
  async save(structure: SiteStructure): Promise<void> {
    const before = this.loaded.get(structure);
    if (!before) throw new Error('Only a structure that was loaded can be saved.');
    const { items } = structure;
    // In an order in which no reference hangs in the air and no two defaults or equal paths meet.
    for (const kind of ['links', 'spaces', 'sections'] as const) await this.remove(kind, before, items);
    for (const kind of ['groups', 'sections'] as const) await this.insert(kind, before, items);
    for (const kind of ['groups', 'sections', 'spaces', 'links'] as const)
      await this.update(kind, before, items);
    for (const kind of ['spaces', 'links'] as const) await this.insert(kind, before, items);
    await this.remove('groups', before, items);
    this.loaded.set(structure, copyOf(items));
  }

  /** Ids of the sites that show one space and not the other. */
  async listSitesToComplete(
    organizationId: string,
    shownSpaceId: string,
    missingSpaceId: string,
  ): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select shown.site_id as id from site_spaces shown where shown.organization_id = $1 and shown.space_id = $2
        and not exists (select 1 from site_spaces other
          where other.organization_id = $1 and other.site_id = shown.site_id and other.space_id = $3)
      order by shown.site_id`,
      [organizationId, shownSpaceId, missingSpaceId],
    );
  }

  private async remove(kind: Kind, before: StructureItems, { [kind]: after }: StructureItems): Promise<void> {
    const left = new Set(after.map(({ id }) => id));
    const gone = before[kind].filter(({ id }) => !left.has(id));
    const [first] = gone;
    if (!first) return;
    const sql = `delete from ${tableOf(kind)} where organization_id = $1 and id = any($2::text[])`;
    await this.db.execute(sql, [first.organizationId, gone.map(({ id }) => id)]);
  }

  private async insert(kind: Kind, before: StructureItems, { [kind]: after }: StructureItems): Promise<void> {
    const known = new Set(before[kind].map(({ id }) => id));
    const added = after.filter(({ id }) => !known.has(id));
    if (added.length > 0) await this.db.manager.insert(ENTITIES[kind], added as object[]);
  }

  private async update(kind: Kind, before: StructureItems, { [kind]: after }: StructureItems): Promise<void> {
    const known = new Map<string, Item>(before[kind].map((item) => [item.id, item]));
    const changed = (after as Item[]).flatMap((item) => {
      const fields = difference(known.get(item.id), item);
      return fields ? [{ item, fields }] : [];
    });
    // A unique index allows one default: first come items that stop being one, then those that leave their section.
    const rank = ({ item, fields }: { item: Item; fields: object }): number =>
      'isDefault' in item && item.isDefault ? ('sectionId' in fields ? 1 : 2) : 0;
    changed.sort((a, b) => rank(a) - rank(b));
    for (const { item, fields } of changed) {
      const { organizationId, id } = item;
      await this.db.manager.update(ENTITIES[kind], { organizationId, id }, fields);
    }
  }
}

function copyOf(items: StructureItems): StructureItems {
  return {
    spaces: items.spaces.map((item) => Object.assign(new SiteSpaceEntity(), item)),
    sections: items.sections.map((item) => Object.assign(new SiteSectionEntity(), item)),
    groups: items.groups.map((item) => Object.assign(new SiteSectionGroupEntity(), item)),
    links: items.links.map((item) => Object.assign(new SiteExternalLinkEntity(), item)),
  };
}

/** The changed members of `after`; null without changes, or for a new item. */
function difference(before: Item | undefined, after: Item): object | null {
  if (!before) return null;
  const old = before as unknown as Record<string, unknown>;
  const changed = Object.entries(after).filter(([name, value]) => old[name] !== value);
  return changed.length > 0 ? Object.fromEntries(changed) : null;
}
