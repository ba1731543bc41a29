import { Injectable } from '@nestjs/common';
import { type ContentEdit, ContentStore } from '#modules/content/index.js';
import type { ContentRef } from '#modules/documents/index.js';
import { ReferencePolicy } from '#modules/spaces/index.js';
import { type TemplateBody, Templates } from '#modules/templates/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';

/** The content to which a template is added. */
interface Target {
  actor: Actor;
  organizationId: string;
  spaceId: string;
  snapshot: string;
}

/** The pages of a template as edits of existing content. */
@Injectable()
export class TemplatePages {
  constructor(
    private readonly templates: Templates,
    private readonly references: ReferencePolicy,
    private readonly content: ContentStore,
  ) {}

  /**
   * @param at path of the template in the request, for error messages; empty when it is the body itself.
   * @throws BadRequest for an unknown template or slot, and for a slot whose target the actor may not see or the
   * content does not have, because such a slot is a mistake of the client.
   */
  async plan(target: Target, choice: TemplateBody, at: string): Promise<ContentEdit[]> {
    const { edits, refs } = this.templates.fill(choice, at);
    const field = at === '' ? 'params.contentRefs' : `${at}.params.contentRefs`;
    await this.references.check(target, Object.values(refs), [], field);
    for (const [slot, ref] of Object.entries(refs)) {
      const missing = await this.missingFrom(target, ref);
      if (missing !== undefined) throw new BadRequest(`${field}.${slot}: this content has no ${missing}.`);
    }
    return edits;
  }

  /** Kind and id of the target of a reference, if this content does not have it. */
  private async missingFrom(target: Target, ref: ContentRef): Promise<string | undefined> {
    const { organizationId, spaceId, snapshot } = target;
    if ('space' in ref && ref.space !== undefined && ref.space !== spaceId) return undefined;
    if ((ref.kind === 'page' || ref.kind === 'anchor') && ref.page !== undefined) {
      const page = await this.content.locatePage(organizationId, snapshot, ref.page);
      return page ? undefined : `page ${ref.page}`;
    }
    if (ref.kind === 'file') {
      const file = await this.content.findFile(organizationId, snapshot, ref.file);
      return file ? undefined : `file ${ref.file}`;
    }
    if (ref.kind === 'reusable-content') {
      const { reusableContent: id } = ref;
      const found = await this.content.findReusableContent(organizationId, snapshot, id);
      return found ? undefined : `reusable content ${id}`;
    }
    return undefined;
  }
}
