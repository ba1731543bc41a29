import { Injectable } from '@nestjs/common';
import type { ContentChange } from '#modules/space-content/index.js';
import type { Actor } from '#platform/http/actor.js';
import { ApplyChanges, type ChangedPlace } from '../editing/apply-changes.js';
import { unknownForm } from './file-forms.js';

/** The outcome of a form about tags: the notice that is shown, and the number of the change request that has it; null for none. */
export interface TagFormResult {
  notice: 'tag-made' | 'tag-changed' | 'deleted';
  number: string | null;
}

/** Carries out the forms about tags, by the operations of the API. */
@Injectable()
export class TagForms {
  constructor(private readonly changes: ApplyChanges) {}

  /** Makes a tag. @throws Forbidden, BadRequest for a label that the space has, or an unknown form. */
  make(actor: Actor, place: ChangedPlace, form: URLSearchParams): Promise<TagFormResult> {
    if (form.get('do') !== 'make') throw unknownForm();
    const { label, color, icon, emoji } = read(form);
    const looks = { ...(icon === null ? {} : { icon }), ...(emoji === null ? {} : { emoji }) };
    const change = { operation: 'insert_tag' as const, label, color, ...looks };
    return this.apply(actor, place, `Add the tag ${label}`, change, 'tag-made');
  }

  /** Changes or deletes a tag. @throws Forbidden, BadRequest for an unknown tag or form. */
  change(actor: Actor, place: ChangedPlace, tag: string, form: URLSearchParams): Promise<TagFormResult> {
    switch (form.get('do')) {
      case 'change': {
        const looks = read(form);
        const change = { operation: 'update_tag' as const, tag, ...looks };
        return this.apply(actor, place, `Change the tag ${looks.label}`, change, 'tag-changed');
      }
      case 'delete':
        return this.apply(actor, place, 'Delete a tag', { operation: 'delete_tag', tag }, 'deleted');
      default:
        throw unknownForm();
    }
  }

  private async apply(
    actor: Actor,
    place: ChangedPlace,
    subject: string,
    change: ContentChange,
    notice: TagFormResult['notice'],
  ): Promise<TagFormResult> {
    const { number } = await this.changes.execute(actor, place, subject, [change]);
    return { notice, number };
  }
}

/** The fields of a form; one that is empty is a tag without it. */
function read(form: URLSearchParams) {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  return {
    label: text('label'),
    color: text('color') || 'default',
    icon: text('icon') || null,
    emoji: text('emoji') || null,
  };
}
