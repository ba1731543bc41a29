import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { ContentEdit } from '#modules/content/index.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { fillTemplate } from './fill-template.js';
import { readTemplates } from './read-templates.js';
import type { TemplateBody } from './template.dto.js';
import type { SlotReferences, Template } from './template.types.js';

/** The built-in templates: pages to start from. */
@Injectable()
export class Templates {
  private library?: Map<string, Template>;

  /** All of them, by title. */
  list(): Template[] {
    return [...this.all().values()];
  }

  /** @throws NotFound */
  get(id: string): Template {
    const template = this.all().get(id);
    if (!template) throw new NotFound('template');
    return template;
  }

  /**
   * The edits that add the template's pages at the end of the top level, and the references given for its slots, which
   * the caller still has to authorise.
   * @param at path of the template in the request, for error sentences; empty when it is the body itself.
   * @throws BadRequest for an unknown template, an unknown slot, or an invalid reference.
   */
  fill(choice: TemplateBody, at: string): { edits: ContentEdit[]; refs: SlotReferences } {
    const template = this.all().get(choice.id);
    const path = at === '' ? '' : `${at}.`;
    if (!template) {
      const known = [...this.all().keys()].join(', ');
      throw new BadRequest(`${path}id: there is no template "${choice.id}"; there are ${known}.`);
    }
    const refs = choice.params?.contentRefs ?? {};
    checkSlots(template, refs, `${path}params.contentRefs`);
    return { edits: fillTemplate(template, refs), refs };
  }

  private all(): Map<string, Template> {
    this.library ??= new Map(
      readTemplates(fileURLToPath(new URL('./library', import.meta.url))).map((one) => [one.id, one]),
    );
    return this.library;
  }
}

function checkSlots(template: Template, refs: SlotReferences, at: string): void {
  const slots = template.slots.map((slot) => slot.name);
  const unknown = Object.keys(refs).find((name) => !slots.includes(name));
  if (unknown === undefined) return;
  const known = slots.length > 0 ? `it has ${slots.join(', ')}` : 'it has none';
  throw new BadRequest(`${at}.${unknown}: the template "${template.id}" has no such slot; ${known}.`);
}
