import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  NEW_NODE,
  SiteConnections,
  type SiteKey,
  type SiteNode,
  type SiteParts,
  SitePartsHook,
  type SiteShape,
  isSameShape,
  withKeys,
} from '#modules/git/index.js';
import { CreateSpace, LANGUAGES, Spaces, UpdateSpace } from '#modules/spaces/index.js';
import { OnEvent } from '#platform/events/on-event.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { SitesRepository } from '../../site/sites.repository.js';
import { Sites } from '../../site/sites.service.js';
import { requireSiteCondition } from '../../site-condition.js';
import { slugify } from '../../slugify.js';
import { EditSiteSpaces } from '../edit-site-spaces.service.js';
import type { SiteStructure } from '../model/site-structure.js';
import { SiteStructureRepository } from '../site-structure.repository.js';
import { SiteStructures } from '../site-structures.service.js';
import { arrangeSite } from './arrange-site.js';
import { shapeOfSite } from './shape-of-site.js';

/** The site is not as it was read. */
class SiteChanged extends Error {}

/** Lengths of members as the API takes them. */
const LENGTHS: Record<SiteNode['type'], { title: [number, number] }> = {
  space: { title: [1, 50] },
  section: { title: [2, 128] },
  'section-group': { title: [1, 100] },
  'external-link': { title: [2, 128] },
};
const SITE_TITLE = [2, 128] as const;
const MAX = { path: 100, icon: 50, description: 256, condition: 1024, url: 2048 } as const;

/** Sites as the sync with `gitbook-docs.yaml` needs them. */
@Injectable()
export class GitSiteParts implements SiteParts, OnModuleInit {
  constructor(
    private readonly hook: SitePartsHook,
    private readonly sites: Sites,
    private readonly siteRows: SitesRepository,
    private readonly structures: SiteStructures,
    private readonly rows: SiteStructureRepository,
    private readonly siteSpaces: EditSiteSpaces,
    private readonly spaces: Spaces,
    private readonly createSpace: CreateSpace,
    private readonly updateSpace: UpdateSpace,
    private readonly connections: SiteConnections,
  ) {}

  onModuleInit(): void {
    this.hook.register(this);
  }

  /** The file about the site is to say what it is now. */
  @OnEvent('site.changed', 'git-sync')
  async onChange(key: SiteKey): Promise<void> {
    await this.connections.siteChanged(key);
  }

  async require(actor: Actor, key: SiteKey, action: 'view' | 'manage'): Promise<{ title: string }> {
    const { site } = await this.sites.requireSite(actor, key.organizationId, key.siteId, action);
    return { title: site.title };
  }

  find(actor: Actor, siteId: string): Promise<SiteKey | null> {
    return this.sites.findIdOf(actor, siteId);
  }

  async read({ organizationId, siteId }: SiteKey): Promise<SiteShape> {
    const structure = await this.rows.load(organizationId, siteId);
    const titles = await this.siteRows.findTitles(organizationId, [siteId]);
    return this.shapeOf(structure, titles.get(siteId) ?? '');
  }

  pathOf(path: string): string {
    return slugify(path);
  }

  problemOfTitle(title: string): string | null {
    const isGood = title.trim().length >= SITE_TITLE[0] && title.length <= SITE_TITLE[1];
    return isGood ? null : `site.title must have ${SITE_TITLE[0]} to ${SITE_TITLE[1]} characters.`;
  }

  problemsOf(node: SiteNode): string[] {
    const name = `${node.type.replaceAll('-', ' ')} "${node.key}"`;
    const problems: string[] = [];
    const [min, max] = LENGTHS[node.type].title;
    if (node.title.trim().length < min || node.title.length > max)
      problems.push(`The title of the ${name} must have ${min} to ${max} characters.`);
    if (node.path === '')
      problems.push(`The path of the ${name} needs at least one letter from a to z or a digit.`);
    for (const member of ['path', 'icon', 'description', 'condition', 'url'] as const)
      if ((node[member]?.length ?? 0) > MAX[member])
        problems.push(`${member} of the ${name} may have ${MAX[member]} characters.`);
    if (node.url !== null && !isWebAddress(node.url))
      problems.push(`The url of the ${name} must be an address that begins with https:// or http://.`);
    if (node.language !== null && !(LANGUAGES as readonly string[]).includes(node.language))
      problems.push(`content.language of the ${name} must be one of ${LANGUAGES.join(', ')}.`);
    try {
      requireSiteCondition(node.condition);
    } catch (error) {
      if (!(error instanceof BadRequest)) throw error;
      problems.push(`The ${name}: ${error.message}`);
    }
    return problems;
  }

  async write(
    actor: Actor,
    key: SiteKey,
    { seen, wanted }: { seen: SiteShape; wanted: SiteShape },
  ): Promise<ReadonlyMap<string, string> | null> {
    const made = new Map<string, string>();
    try {
      await this.structures.change(actor, key, async (structure, { site }) => {
        if (!isSameShape(await this.shapeOf(structure, site.title), seen)) throw new SiteChanged();
        await this.makeSpaces(actor, key, seen, wanted, made);
        for (const { type, key: given } of wanted.nodes)
          if (type !== 'space' && given.startsWith(NEW_NODE)) made.set(given, newId());
        await this.vacate(structure, wanted);
        arrangeSite(
          structure,
          withKeys(wanted, (given) => made.get(given)),
          newId,
        );
      });
    } catch (error) {
      if (error instanceof SiteChanged) return null;
      throw error;
    }
    if (wanted.title !== seen.title)
      await this.sites.update(actor, key.organizationId, key.siteId, { title: wanted.title });
    return made;
  }

  /** Makes the spaces that are new, and gives those that stay their titles. */
  private async makeSpaces(
    actor: Actor,
    { organizationId }: SiteKey,
    seen: SiteShape,
    wanted: SiteShape,
    made: Map<string, string>,
  ): Promise<void> {
    const before = new Map(seen.nodes.map((node) => [node.key, node]));
    for (const { type, key, title, language } of wanted.nodes) {
      if (type !== 'space') continue;
      const settings = { title, ...(language === null ? {} : { language }) };
      if (key.startsWith(NEW_NODE)) {
        const { space } = await this.createSpace.execute(actor, organizationId, settings);
        made.set(key, space.id);
        continue;
      }
      const was = before.get(key);
      if (!was) await this.siteSpaces.requireShowable(actor, organizationId, key);
      if (was?.title !== title || was.language !== language)
        await this.updateSpace.execute(actor, key, settings);
    }
  }

  /** Paths that change at once may be each other's: those that change give theirs up first. */
  private async vacate(structure: SiteStructure, wanted: SiteShape): Promise<void> {
    const next = new Map(wanted.nodes.map((node) => [node.key, node]));
    const { spaces, sections } = structure.items;
    const moving = [
      ...spaces.filter(({ spaceId, path, sectionId }) => {
        const node = next.get(spaceId);
        return node !== undefined && (node.path !== path || node.parent !== sectionId);
      }),
      ...sections.filter(({ id, path }) => next.has(id) && next.get(id)!.path !== path),
    ];
    if (moving.length < 2) return;
    for (const item of moving) item.path = `-${item.id}`;
    await this.rows.save(structure);
  }

  private async shapeOf(structure: SiteStructure, title: string): Promise<SiteShape> {
    const ids = structure.items.spaces.map(({ spaceId }) => spaceId);
    return shapeOfSite(structure, title, await this.spaces.findRecords(structure.organizationId, ids));
  }
}

function isWebAddress(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}
