import { Injectable } from '@nestjs/common';
import { TransferBody } from '#modules/collections/index.js';
import { type FormAction, textOf, validBody } from '#modules/member-pages/index.js';
import {
  ArchiveContents,
  DeleteSpace,
  DuplicateSpace,
  type SpaceRecord,
  Spaces,
  TransferSpaces,
  UpdateSpace,
  UpdateSpaceBody,
} from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { changedFields } from '../changed-fields.js';
import { RuleChanges } from '../settings/rules/rule-changes.js';
import { TypedRules } from '../settings/rules/typed-rules.js';
import type { ContentUrls } from './content-frame.js';
import { MoveContent } from './move-content.js';
import { readMove } from './read-move.js';

/** Carries out the forms on the settings of a space, by the operations of the API. */
@Injectable()
export class SpaceSettingsForms {
  constructor(
    private readonly spaces: Spaces,
    private readonly updating: UpdateSpace,
    private readonly moving: MoveContent,
    private readonly duplicating: DuplicateSpace,
    private readonly transfers: TransferSpaces,
    private readonly archiving: ArchiveContents,
    private readonly deleting: DeleteSpace,
    private readonly typedRules: TypedRules,
    private readonly rules: RuleChanges,
  ) {}

  /** The forms of the page, by the names of their buttons. */
  actions(actor: Actor, space: SpaceRecord, urls: ContentUrls): Record<string, FormAction> {
    const update = (body: object) => this.update(actor, space, body);
    return {
      save: { done: 'The settings are saved.', run: (form) => update(readSettings(form)) },
      lock: {
        done: 'The space is locked: it changes through change requests only.',
        run: () => update({ editMode: 'locked' }),
      },
      unlock: {
        done: 'The space is unlocked: writers change it at once.',
        run: () => update({ editMode: 'live' }),
      },
      ...this.ruleActions(actor, space),
      move: {
        done: 'The space is moved.',
        run: async (form) =>
          this.moving.execute(actor, { kind: 'space', id: space.id }, await readMove(form)),
      },
      duplicate: {
        done: 'This is the copy. It has the same pages, settings and roles; nothing else was copied.',
        run: async () => {
          const copy = await this.duplicating.execute(actor, space.id);
          return `${urls.spaceSettings(copy.space.id)}?done=duplicate`;
        },
      },
      transfer: {
        done: '',
        run: async (form) => {
          const body = { organization: textOf(form, 'organization') };
          const { organization } = await validBody(TransferBody, body);
          await this.transfers.execute(actor, space.id, organization);
          return `${urls.root}?done=transfer-space`;
        },
      },
      ...this.endActions(actor, space, urls),
    };
  }

  private endActions(actor: Actor, { id }: SpaceRecord, urls: ContentUrls): Record<string, FormAction> {
    return {
      archive: {
        done: '',
        run: async () => {
          await this.archiving.archiveSpace(actor, id);
          return `${urls.archived}?done=archive`;
        },
      },
      unarchive: {
        done: 'The space is not archived any more.',
        run: async () => {
          await this.archiving.unarchiveSpace(actor, id);
        },
      },
      delete: {
        done: '',
        run: async () => {
          await this.deleting.delete(actor, id);
          return `${urls.bin}?done=delete`;
        },
      },
    };
  }

  private ruleActions(actor: Actor, space: SpaceRecord): Record<string, FormAction> {
    return {
      rules: {
        done: 'The conditions for merging are saved.',
        run: async (form) => {
          const { rules } = changedFields(form, ['rules']);
          if (rules !== undefined) await this.update(actor, space, { mergeRules: { type: rules } });
        },
      },
      'add-rule': {
        done: 'The rule holds for the next merge.',
        run: async (form) => {
          // First, so that the form tells nobody else who is a member.
          await this.spaces.requireSpace(actor, space.id, 'manage');
          await this.rules.ofSpace(actor, space, await this.typedRules.adding(space.organizationId, form));
        },
      },
      'remove-rule': {
        done: 'The rule is removed.',
        run: (form) => this.rules.ofSpace(actor, space, this.typedRules.removing(form)),
      },
    };
  }

  private async update(actor: Actor, { id }: SpaceRecord, body: object): Promise<void> {
    await this.updating.execute(actor, id, await validBody(UpdateSpaceBody, body));
  }
}

/** The body of an update, with what was changed in the form. */
function readSettings(form: URLSearchParams): object {
  const { title, emoji, icon, language } = changedFields(form, ['title', 'emoji', 'icon', 'language']);
  const orNull = (text: string) => (text === '' ? null : text);
  return {
    ...(title === undefined ? {} : { title }),
    ...(emoji === undefined ? {} : { emoji: orNull(emoji) }),
    ...(icon === undefined ? {} : { icon: orNull(icon) }),
    ...(language === undefined ? {} : { language: orNull(language) }),
  };
}
