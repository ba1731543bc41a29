import { Injectable } from '@nestjs/common';
import { PatchTranslationBody, PutTranslationBody, Translations } from '#modules/translations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { requireScopes } from '../member-request.js';
import { validBody } from '../valid-body.js';

/** The actions of the forms of a translation, with the sentence that the page shows once it is done. */
const DONE: Readonly<Record<string, string>> = {
  run: 'The translation waits or runs.',
  instructions: 'The instructions are changed. The translation runs again where they are other ones.',
  settings: 'The settings are changed.',
  delete: 'The translation is ended. The translated space stays, and follows nobody any more.',
};

/** Carries out the forms of one translation, by the operations of the API. */
@Injectable()
export class TranslationForms {
  constructor(private readonly translations: Translations) {}

  /**
   * @returns the name of what was done.
   * @throws NotFound, Forbidden also for a token without the scope, BadRequest
   */
  async carryOut(actor: Actor, organizationId: string, id: string, form: URLSearchParams): Promise<string> {
    const what = form.get('do') ?? '';
    requireScopes(actor, [what === 'run' ? 'space:content:write' : 'space:metadata:write']);
    if (what === 'run') await this.translations.run(actor, organizationId, id);
    else if (what === 'instructions') {
      const body = await validBody(PutTranslationBody, {
        instructions: { markdown: form.get('instructions') ?? '' },
      });
      await this.translations.update(actor, organizationId, id, body);
    } else if (what === 'settings') {
      const body = { automatic: form.has('automatic'), onSites: form.has('sites') };
      await this.translations.update(actor, organizationId, id, await validBody(PatchTranslationBody, body));
    } else if (what === 'delete') {
      await this.translations.requireTranslation(actor, organizationId, id, 'edit');
      await this.translations.delete(actor, organizationId, id);
    } else throw new BadRequest('The form does not say what to do; press one of its buttons.');
    return what;
  }
}

/** The sentence about what was done, as the address says it. */
export function noticeOf(query: URLSearchParams): string | undefined {
  const done = query.get('done') ?? '';
  return Object.hasOwn(DONE, done) ? DONE[done] : undefined;
}
