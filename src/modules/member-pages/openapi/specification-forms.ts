import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  CreateSpecBody,
  MAX_SOURCE_SIZE,
  OpenApiSpecs,
  PutSpecBody,
  sourceOf,
  UpdateSpecBody,
} from '#modules/openapi/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { type FormState, textOf } from '../form-actions.js';
import { hasFormFiles, readFileText, readOwnFiles } from '../form-files.js';
import { readOwnForm } from '../forms.js';
import { validBody } from '../valid-body.js';

/** Bytes of a text that is pasted; a longer one is sent as a file. */
export const MAX_PASTED_SIZE = 2 * 1024 * 1024;

/** A form about specifications, with the text of its file where one was chosen. */
export interface SpecForm {
  form: URLSearchParams;
  file: string | undefined;
}

/** The names of what the forms do, with the sentence that the page shows once it is done. */
export const DONE: Readonly<Record<string, string>> = {
  create: 'The specification is registered. It is read in the background.',
  source: 'The specification has the new source. It is read in the background.',
  refresh: 'The source is fetched again.',
  visibility: 'The visibility is changed.',
  delete: 'The specification is deleted.',
};

/** Carries out the forms about specifications, by the operations of the API. */
@Injectable()
export class SpecificationForms {
  constructor(private readonly specs: OpenApiSpecs) {}

  /** @throws as `readOwnFiles` */
  async read(message: IncomingMessage): Promise<SpecForm> {
    if (!hasFormFiles(message)) return { form: await readOwnForm(message), file: undefined };
    const { form, received } = await readOwnFiles(
      message,
      (file) => readFileText(file, MAX_SOURCE_SIZE),
      1,
      MAX_PASTED_SIZE,
    );
    return { form, file: received[0] };
  }

  /** @returns the slug. @throws BadRequest, Forbidden, Conflict for a slug that is taken */
  async create(actor: Actor, organizationId: string, sent: SpecForm): Promise<string> {
    const body = { slug: textOf(sent.form, 'slug'), source: sourceIn(sent) };
    const { slug, source } = await validBody(CreateSpecBody, body);
    await this.specs.create(actor, organizationId, slug, sourceOf(source));
    return slug;
  }

  /** Carries out a form of one specification. @throws NotFound, Forbidden, BadRequest */
  async change(actor: Actor, organizationId: string, slug: string, sent: SpecForm): Promise<void> {
    const { spec } = await this.specs.requireSpec(actor, organizationId, slug, 'edit');
    const what = sent.form.get('do');
    if (what === 'source') {
      const { source } = await validBody(PutSpecBody, { source: sourceIn(sent) });
      await this.specs.put(actor, organizationId, slug, sourceOf(source));
    } else if (what === 'refresh') {
      if (spec.sourceUrl === null)
        throw new BadRequest('The specification was given as text; give it again.');
      await this.specs.put(actor, organizationId, slug, { url: spec.sourceUrl });
    } else if (what === 'visibility') {
      const body = { visibility: sent.form.get('visibility') ?? '' };
      const { visibility } = await validBody(UpdateSpecBody, body);
      await this.specs.setVisibility(actor, organizationId, slug, visibility);
    } else if (what === 'delete') await this.specs.delete(actor, organizationId, slug);
    else throw new BadRequest('The form does not say what to do; press one of its buttons.');
  }
}

/** The sentence about what was done, as the address says it. */
export function noticeOf(query: URLSearchParams): FormState {
  const done = query.get('done') ?? '';
  return Object.hasOwn(DONE, done) ? { notice: DONE[done] } : {};
}

/** The source that the form gives. @throws BadRequest unless it gives exactly one. */
function sourceIn({ form, file }: SpecForm): { url: string } | { text: string } {
  const [url, text] = [textOf(form, 'url'), form.get('text') ?? ''];
  const given = [url !== '', text.trim() !== '', file !== undefined].filter(Boolean).length;
  if (given !== 1)
    throw new BadRequest('Source: give either an address, or a file, or a text, and only one of them.');
  if (url !== '') return { url };
  return { text: file ?? text };
}
