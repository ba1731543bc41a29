import type { SiteNode, SiteShape } from '#modules/git/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import { SiteExternalLinkEntity } from '../site-external-link.entity.js';
import { SiteSectionEntity } from '../site-section.entity.js';
import type { NavigationItem, SiteStructure } from '../model/site-structure.js';
import type { SiteSpaceEntity } from '../site-space.entity.js';

/** The structure of a site, with ids as keys; of a space that of the space itself, since it is the same wherever it is shown. */
export function shapeOfSite(
  structure: SiteStructure,
  title: string,
  spaces: ReadonlyMap<string, SpaceRecord>,
): SiteShape {
  const shape: SiteShape = { title, nodes: [], defaults: {} };
  const addSpaces = (sectionId: string | null): void => {
    const level = structure.spacesIn(sectionId).filter((space) => structure.isLive(space));
    for (const space of level) shape.nodes.push(spaceNode(space, spaces.get(space.spaceId)));
    const first = structure.defaultSpaceIn(sectionId);
    if (first) shape.defaults[sectionId ?? ''] = first.spaceId;
  };
  const addLevel = (groupId: string | null): void => {
    for (const item of structure.navigationIn(groupId)) {
      shape.nodes.push(navigationNode(item, groupId));
      if (item instanceof SiteSectionEntity) addSpaces(item.id);
      else addLevel(item.id);
    }
  };
  addLevel(null);
  if (!structure.hasSections) addSpaces(null);
  const section = structure.items.sections.find(({ isDefault }) => isDefault);
  if (section) shape.defaults[''] = section.id;
  return shape;
}

const NOTHING = {
  ...{ path: null, icon: null, description: null, url: null, condition: null },
  ...{ draft: false, language: null, folder: null },
};

function spaceNode({ spaceId, sectionId, path, condition }: SiteSpaceEntity, space?: SpaceRecord): SiteNode {
  const title = space?.title ?? '';
  const language = space?.language ?? null;
  return { ...NOTHING, type: 'space', key: spaceId, parent: sectionId, title, path, condition, language };
}

function navigationNode(item: NavigationItem, parent: string | null): SiteNode {
  const { id: key, title, icon } = item;
  const node = { ...NOTHING, key, parent, title, icon };
  if (item instanceof SiteSectionEntity) {
    const { path, description, condition } = item;
    return { ...node, type: 'section', path, description, condition };
  }
  if (item instanceof SiteExternalLinkEntity) {
    const { url, description, condition, draft } = item;
    return { ...node, type: 'external-link', url, description, condition, draft };
  }
  return { ...node, type: 'section-group' };
}
