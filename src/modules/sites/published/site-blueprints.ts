import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#platform/database/database.js';
import { Urls } from '#platform/http/urls.js';
import type { CustomFontFace } from '../customization/custom-font.entity.js';
import type { CustomizationOverrides, SiteCustomization } from '../customization/customization-schema.js';
import { fontDefinition, withFonts } from '../customization/font-definitions.js';
import { DEFAULT_CUSTOMIZATION } from '../customization/customization-defaults.js';
import { changeOverrides, mergeSettings } from '../customization/merge-customization.js';
import { VisitorBackends } from '../audience/visitor-backends.js';
import type { AdaptiveSchema } from '../audience/adaptive-schema.js';
import type { AgentsContext } from '../site/site.entity.js';
import { navigationBelow, type NavigationItems, sectionsOf } from './navigation.js';
import type { PublishedSection, PublishedSiteNode, SiteAudience } from './published-site.js';

/**
 * The part of a site that changes only with its version and its organization's: everything but the content of its
 * spaces.
 */
export interface SiteBlueprint {
  agentsContext: AgentsContext;
  sections: PublishedSection[];
  navigation: PublishedSiteNode[];
  /** In order. */
  spaces: BlueprintSpace[];
  audience: SiteAudience;
  customization: SiteCustomization;
}

export interface BlueprintSpace {
  siteSpaceId: string;
  spaceId: string;
  sectionId: string | null;
  path: string;
  condition: string | null;
  isDefault: boolean;
  /** Overrides of the space; null without any. */
  overrides: CustomizationOverrides | null;
}

interface Row {
  version: string;
  /** True when the organization allows features with AI. */
  ai: boolean;
  organizationLogo: string | null;
  visitorKey: string;
  fallbackUrl: string | null;
  backend: 'custom' | 'integration';
  shareKeys: string[] | null;
  claims: AdaptiveSchema | null;
  agentsContext: AgentsContext;
  sections: NavigationItems['sections'] | null;
  groups: NavigationItems['groups'] | null;
  links: NavigationItems['links'] | null;
  spaces: BlueprintSpace[] | null;
  settings: object | null;
  fonts: { id: string; family: string; faces: CustomFontFace[] }[] | null;
}

/** SQL for the version of the blueprint of a site `site` of the organization `organization`. */
export function blueprintVersion(site: string, organization: string): string {
  return `${site}.version || '.' || ${organization}.public_version`;
}

/** Settings that an organization without AI turns off on all of its sites. */
const WITHOUT_AI = { pageActions: { externalAI: false, markdown: false, mcp: false } };

const BLUEPRINT = `select ${blueprintVersion('s', 'o')} as version, o.ai, o.logo_url as "organizationLogo", s.agents_context as "agentsContext", s.visitor_key as "visitorKey", s.visitor_fallback_url as "fallbackUrl", s.visitor_backend as backend,
    (select array_agg(l.key) from site_share_links l
      where l.organization_id = s.organization_id and l.site_id = s.id and l.active) as "shareKeys",
    (select a.json_schema from site_adaptive_schemas a where a.organization_id = s.organization_id and a.site_id = s.id) as claims,
    (select json_agg(json_build_object('id', c.id, 'title', c.title, 'description', c.description, 'icon', c.icon, 'path', c.path,
        'condition', c.condition, 'isDefault', c.is_default, 'groupId', c.group_id, 'position', c.position))
      from site_sections c where c.organization_id = s.organization_id and c.site_id = s.id) as sections,
    (select json_agg(json_build_object('id', g.id, 'groupId', g.parent_id, 'title', g.title, 'icon', g.icon, 'position', g.position))
      from site_section_groups g where g.organization_id = s.organization_id and g.site_id = s.id) as groups,
    (select json_agg(json_build_object('id', l.id, 'groupId', l.group_id, 'title', l.title, 'description', l.description, 'icon', l.icon,
        'url', l.url, 'condition', l.condition, 'position', l.position))
      from site_external_links l
      where l.organization_id = s.organization_id and l.site_id = s.id and not l.draft) as links,
    (select json_agg(json_build_object('siteSpaceId', ss.id, 'spaceId', ss.space_id, 'sectionId', ss.section_id, 'path', ss.path,
        'condition', ss.condition, 'isDefault', ss.is_default, 'overrides', sc.overrides) order by ss.position, ss.id)
      from site_spaces ss left join site_space_customizations sc
        on sc.organization_id = ss.organization_id and sc.site_space_id = ss.id
      where ss.organization_id = s.organization_id and ss.site_id = s.id) as spaces,
    (select c.settings from site_customizations c where c.organization_id = s.organization_id and c.site_id = s.id) as settings,
    (select json_agg(json_build_object('id', f.id, 'family', f.family, 'faces', f.faces)) from custom_fonts f
      where f.organization_id = s.organization_id) as fonts
      from sites s join organizations o on o.id = s.organization_id where s.organization_id = $1 and s.id = $2`;

/** The structure of sites, kept by version: it is large, and readers ask for it with every page. */
@Injectable()
export class SiteBlueprints {
  private readonly kept = new LRUCache<string, SiteBlueprint>({ max: 500 });

  constructor(
    private readonly db: Database,
    private readonly urls: Urls,
    private readonly backends: VisitorBackends,
  ) {}

  async at(organizationId: string, siteId: string, version: string): Promise<SiteBlueprint> {
    const known = this.kept.get(`${organizationId} ${siteId} ${version}`);
    if (known) return known;
    const { blueprint, version: loaded } = await this.load(organizationId, siteId);
    // A transaction may read uncommitted rows, so its result is not cached.
    if (this.db.inTransaction) return blueprint;
    // Under the version it has, which may be later than the one that was asked for.
    this.kept.set(`${organizationId} ${siteId} ${loaded}`, blueprint);
    return blueprint;
  }

  private async load(
    organizationId: string,
    siteId: string,
  ): Promise<{ blueprint: SiteBlueprint; version: string }> {
    const [row] = await this.db.query<Row>(BLUEPRINT, [organizationId, siteId]);
    const navigation = navigationBelow(null, {
      sections: row?.sections ?? [],
      groups: row?.groups ?? [],
      links: row?.links ?? [],
    });
    // A deleted integration cannot sign in anybody; the organization's own sign-in is used then, if it has one.
    const backend = row?.backend === 'integration' ? await this.backends.first(organizationId, siteId) : null;
    const sections = sectionsOf(navigation);
    const closed = (settings: CustomizationOverrides) =>
      row?.ai ? settings : changeOverrides(settings, WITHOUT_AI);
    const fonts = new Map(
      row?.fonts?.map((font) => [font.id, fontDefinition(organizationId, font, this.urls)]),
    );
    return {
      version: row?.version ?? '',
      blueprint: {
        agentsContext: row?.ai ? row.agentsContext : 'excluded',
        audience: {
          shareKeys: new Set(row?.shareKeys),
          visitorKey: backend?.key ?? row?.visitorKey ?? '',
          fallbackUrl: backend?.signInUrl ?? row?.fallbackUrl ?? null,
          claims: row?.claims ?? null,
        },
        sections,
        navigation,
        spaces: (row?.spaces ?? []).map((space) => ({
          ...space,
          overrides: space.overrides && closed(withFonts(space.overrides, fonts)),
        })),
        customization: mergeSettings(
          defaultsOf(row?.organizationLogo ?? null),
          closed(withFonts(row?.settings ?? {}, fonts)),
        ),
      },
    };
  }
}

/** Default customization of a site: with the logo of its organization. */
function defaultsOf(logo: string | null): SiteCustomization {
  if (logo === null) return DEFAULT_CUSTOMIZATION;
  const { header } = DEFAULT_CUSTOMIZATION;
  return { ...DEFAULT_CUSTOMIZATION, header: { ...header, logo: { light: logo, dark: logo } } };
}
