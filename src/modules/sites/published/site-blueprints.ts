import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#platform/database/database.js';
import type { PublishedSection, PublishedSiteNode } from './published-site.js';

/** What of a site changes only with its version: everything but the content of its spaces. */
export interface SiteBlueprint {
  sections: PublishedSection[];
  navigation: PublishedSiteNode[];
  /** In order. */
  spaces: BlueprintSpace[];
}

export interface BlueprintSpace {
  siteSpaceId: string;
  spaceId: string;
  sectionId: string | null;
  path: string;
  condition: string | null;
  isDefault: boolean;
}

interface Row {
  version: string;
  sections: (PublishedSection & { groupId: string | null; position: string })[] | null;
  groups:
    { id: string; parentId: string | null; title: string; icon: string | null; position: string }[] | null;
  spaces: BlueprintSpace[] | null;
}

/** The structure of sites, kept by version: it is large, and readers ask for it with every page. */
@Injectable()
export class SiteBlueprints {
  private readonly kept = new LRUCache<string, SiteBlueprint>({ max: 500 });

  constructor(private readonly db: Database) {}

  async at(organizationId: string, siteId: string, version: string): Promise<SiteBlueprint> {
    const known = this.kept.get(`${organizationId} ${siteId} ${version}`);
    if (known) return known;
    const { blueprint, version: loaded } = await this.load(organizationId, siteId);
    // What a transaction sees may never be committed.
    if (this.db.inTransaction) return blueprint;
    // Under the version it has, which may be later than the one that was asked for.
    this.kept.set(`${organizationId} ${siteId} ${loaded}`, blueprint);
    return blueprint;
  }

  private async load(
    organizationId: string,
    siteId: string,
  ): Promise<{ blueprint: SiteBlueprint; version: string }> {
    const [row] = await this.db.query<Row>(
      `select s.version,
        (select json_agg(json_build_object('id', c.id, 'title', c.title, 'description', c.description, 'icon', c.icon, 'path', c.path,
            'condition', c.condition, 'isDefault', c.is_default, 'groupId', c.group_id, 'position', c.position) order by c.position, c.id)
          from site_sections c where c.organization_id = s.organization_id and c.site_id = s.id) as sections,
        (select json_agg(json_build_object('id', g.id, 'parentId', g.parent_id, 'title', g.title, 'icon', g.icon, 'position', g.position)
            order by g.position, g.id)
          from site_section_groups g where g.organization_id = s.organization_id and g.site_id = s.id) as groups,
        (select json_agg(json_build_object('siteSpaceId', ss.id, 'spaceId', ss.space_id, 'sectionId', ss.section_id, 'path', ss.path,
            'condition', ss.condition, 'isDefault', ss.is_default) order by ss.position, ss.id)
          from site_spaces ss where ss.organization_id = s.organization_id and ss.site_id = s.id) as spaces
      from sites s where s.organization_id = $1 and s.id = $2`,
      [organizationId, siteId],
    );
    const navigation = navigationBelow(null, row?.sections ?? [], row?.groups ?? []);
    const sections = sectionsOf(navigation);
    return {
      version: row?.version ?? '',
      blueprint: { sections, navigation, spaces: row?.spaces ?? [] },
    };
  }
}

function navigationBelow(
  parent: string | null,
  sections: NonNullable<Row['sections']>,
  groups: NonNullable<Row['groups']>,
): PublishedSiteNode[] {
  const entries = [
    ...sections
      .filter(({ groupId }) => groupId === parent)
      .map(({ id, title, description, icon, path, condition, isDefault, position }) => {
        const section = { id, title, description, icon, path, condition, isDefault };
        return { position, id, node: { kind: 'section' as const, section } };
      }),
    ...groups
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, title, icon, position }) => {
        const children = navigationBelow(id, sections, groups);
        return { position, id, node: { kind: 'group' as const, id, title, icon, children } };
      }),
  ];
  return entries
    .sort((a, b) => compare(a.position, b.position) || compare(a.id, b.id))
    .map(({ node }) => node);
}

/** The sections of a navigation, in its order. */
function sectionsOf(nodes: PublishedSiteNode[]): PublishedSection[] {
  return nodes.flatMap((node) => (node.kind === 'section' ? [node.section] : sectionsOf(node.children)));
}

/** By bytes, as the database compares positions. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
