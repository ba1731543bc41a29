import { Injectable } from '@nestjs/common';
import { type Option, textOf, validBody } from '#modules/member-pages/index.js';
import {
  AddExternalLinkBody,
  AddSectionBody,
  AddSectionGroupBody,
  AddSiteSpaceBody,
  EditNavigation,
  EditSections,
  EditSiteSpaces,
  type SiteKey,
  type StructureView,
} from '#modules/sites/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import type { AddingChoices } from './structure-adding.js';

/** The forms offer no more spaces. */
const MOST_SPACES = 200;
const SHOWN = 'shown:';

/** Carries out the forms that add something to a structure; each answers the id of what was added. */
@Injectable()
export class AddToStructure {
  constructor(
    private readonly spaces: Spaces,
    private readonly siteSpaces: EditSiteSpaces,
    private readonly sections: EditSections,
    private readonly navigation: EditNavigation,
  ) {}

  /** The choices of the forms. */
  async choices(actor: Actor, { structure, spaces }: StructureView): Promise<AddingChoices> {
    const { organizationId } = structure;
    const page = { limit: MOST_SPACES };
    const { items } = await this.spaces.list(actor, organizationId, page, { isArchived: false });
    const onSite = new Set(structure.items.spaces.map(({ spaceId }) => spaceId));
    const named = ({ id, title }: { id: string; title: string }): Option => [id, title];
    return {
      spaces: items
        .filter(({ space, permissions }) => permissions.admin && !onSite.has(space.id))
        .map(({ space }) => named(space)),
      shown: structure.liveSpaces().flatMap(({ id, spaceId }) => {
        const title = spaces.get(spaceId)?.space.title;
        return title === undefined ? [] : [named({ id, title })];
      }),
      sections: structure.sectionsInOrder().map(named),
      groups: structure.groupsInOrder().map(named),
    };
  }

  /** @throws as `EditSiteSpaces.add` */
  async space(actor: Actor, key: SiteKey, form: URLSearchParams): Promise<string> {
    const section = textOf(form, 'section');
    const body = await validBody(AddSiteSpaceBody, {
      spaceId: textOf(form, 'space'),
      sectionId: section === '' ? undefined : section,
    });
    return (await this.siteSpaces.add(actor, key, body)).item.id;
  }

  /** @throws as `EditSections.add` */
  async section(actor: Actor, key: SiteKey, form: URLSearchParams): Promise<string> {
    const space = textOf(form, 'space');
    const isShown = space.startsWith(SHOWN);
    const body = await validBody(AddSectionBody, {
      ...(isShown ? { siteSpaceId: space.slice(SHOWN.length) } : { spaceId: space }),
      title: textOf(form, 'title') || null,
      icon: textOf(form, 'icon') || null,
      siteSectionGroupId: groupOf(form),
    });
    return (await this.sections.add(actor, key, body)).item.id;
  }

  /** @throws as `EditNavigation.addGroup` */
  async group(actor: Actor, key: SiteKey, form: URLSearchParams): Promise<string> {
    const body = await validBody(AddSectionGroupBody, {
      title: textOf(form, 'title'),
      icon: textOf(form, 'icon') || null,
      parent: groupOf(form),
      sections: form.getAll('section'),
    });
    return (await this.navigation.addGroup(actor, key, body)).item.id;
  }

  /** @throws as `EditNavigation.addLink` */
  async link(actor: Actor, key: SiteKey, form: URLSearchParams): Promise<string> {
    const body = await validBody(AddExternalLinkBody, {
      title: textOf(form, 'title'),
      url: textOf(form, 'url'),
      description: textOf(form, 'description') || null,
      icon: textOf(form, 'icon') || null,
      condition: textOf(form, 'condition') || null,
      draft: form.has('draft'),
      parent: groupOf(form),
    });
    return (await this.navigation.addLink(actor, key, body)).item.id;
  }
}

function groupOf(form: URLSearchParams): string | undefined {
  return textOf(form, 'group') || undefined;
}
