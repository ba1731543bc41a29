import { Injectable } from '@nestjs/common';
import { type FormAction, textOf, validBody } from '#modules/member-pages/index.js';
import {
  AddSectionBody,
  EditNavigation,
  EditSections,
  EditSiteSpaces,
  type SiteKey,
  Sites,
  type StructurePointer,
  UpdateExternalLinkBody,
  UpdateSectionBody,
  UpdateSectionGroupBody,
  UpdateSiteBody,
  UpdateSiteSpaceBody,
} from '#modules/sites/index.js';
import type { Actor } from '#platform/http/actor.js';
import { readEdited } from '../edited-fields.js';
import { MoveInStructure } from './move-in-structure.js';

const SAVED = 'The settings are saved.';

/** The page of a part of a structure: who sent its form, and where it leads. */
export interface ItemPlace {
  actor: Actor;
  key: SiteKey;
  item: StructurePointer;
  /** The section of a space; null at the top. */
  sectionId: string | null;
  /** Address of the page about the whole structure. @param done name of what was done there. @param id the row to show. */
  whole: (done: string, id?: string) => string;
}

type Actions = Record<string, FormAction>;

/** Carries out the forms of the pages about parts of structures. */
@Injectable()
export class ItemForms {
  constructor(
    private readonly sites: Sites,
    private readonly siteSpaces: EditSiteSpaces,
    private readonly sections: EditSections,
    private readonly navigation: EditNavigation,
    private readonly moving: MoveInStructure,
  ) {}

  /** The forms of a page, by the names of their buttons. */
  actionsOf(place: ItemPlace): Actions {
    const { actor, key, item, whole } = place;
    const own = {
      'site-space': () => this.ofSpace(place),
      'site-section': () => this.ofSection(place),
      'site-section-group': () => this.ofGroup(place),
      'site-external-link': () => this.ofLink(place),
    }[item.type]();
    return {
      ...own,
      move: {
        done: 'It is moved. Its address is that of its new place.',
        run: async (form) => void (await this.moving.run(actor, key, form, 'move')),
      },
      remove: {
        done: 'It is removed.',
        run: async (form) => {
          await own['remove']!.run(form);
          return whole('removed');
        },
      },
    };
  }

  private ofSpace({ actor, key, item: { id }, sectionId, whole }: ItemPlace): Actions {
    return {
      save: {
        done: SAVED,
        run: async (form) => {
          const { changes, seen } = readEdited(form, ['path', 'condition?', 'spaceId']);
          const body = await validBody(UpdateSiteSpaceBody, changes);
          await this.siteSpaces.update(actor, key, id, body, seen);
        },
      },
      first: {
        done: 'Readers get this space first.',
        run: async () => {
          const { organizationId, siteId } = key;
          if (sectionId !== null) {
            const body = await validBody(UpdateSectionBody, { defaultSiteSpace: id });
            await this.sections.update(actor, key, sectionId, body);
          } else {
            const body = await validBody(UpdateSiteBody, { defaultSiteSpace: id });
            await this.sites.update(actor, organizationId, siteId, body);
          }
        },
      },
      copy: {
        done: 'The copy is on the site.',
        run: async () => {
          const { item } = await this.siteSpaces.duplicate(actor, key, id, {});
          return whole('copied', item.id);
        },
      },
      section: {
        done: 'The section is on the site.',
        run: async () => {
          const body = await validBody(AddSectionBody, { siteSpaceId: id });
          return whole('add-section', (await this.sections.add(actor, key, body)).item.id);
        },
      },
      remove: { done: '', run: () => this.siteSpaces.remove(actor, key, id) },
    };
  }

  private ofSection({ actor, key, item: { id } }: ItemPlace): Actions {
    return {
      save: {
        done: SAVED,
        run: async (form) => {
          const { changes, seen } = readEdited(form, [
            'title',
            'path',
            'description?',
            'icon?',
            'condition?',
          ]);
          const body = await validBody(UpdateSectionBody, changes);
          await this.sections.update(actor, key, id, body, seen);
        },
      },
      first: {
        done: 'The section is at the root of the site.',
        run: async () => {
          const body = await validBody(UpdateSiteBody, { defaultSiteSection: id });
          await this.sites.update(actor, key.organizationId, key.siteId, body);
        },
      },
      remove: { done: '', run: () => this.sections.remove(actor, key, id) },
    };
  }

  private ofGroup({ actor, key, item: { id } }: ItemPlace): Actions {
    return {
      save: {
        done: SAVED,
        run: async (form) => {
          const { changes, seen } = readEdited(form, ['title', 'icon?']);
          const body = await validBody(UpdateSectionGroupBody, changes);
          await this.navigation.updateGroup(actor, key, id, body, seen);
        },
      },
      'take-in': {
        done: 'The section is in the group.',
        run: async (form) =>
          void (await this.navigation.addSectionToGroup(actor, key, id, textOf(form, 'section'))),
      },
      'take-out': {
        done: 'The section is at the end of the top of the site.',
        run: (form) => this.navigation.removeSectionFromGroup(actor, key, id, textOf(form, 'section')),
      },
      remove: { done: '', run: () => this.navigation.removeGroup(actor, key, id) },
    };
  }

  private ofLink({ actor, key, item: { id } }: ItemPlace): Actions {
    return {
      save: {
        done: SAVED,
        run: async (form) => {
          const texts = ['title', 'url', 'description?', 'icon?', 'condition?'];
          const { changes, seen } = readEdited(form, texts, ['draft']);
          const body = await validBody(UpdateExternalLinkBody, changes);
          await this.navigation.updateLink(actor, key, id, body, seen);
        },
      },
      remove: { done: '', run: () => this.navigation.removeLink(actor, key, id) },
    };
  }
}
