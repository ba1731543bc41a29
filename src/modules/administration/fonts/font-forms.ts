import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readOwnFiles, textOf, validBody } from '#modules/member-pages/index.js';
import { CreateCustomFontBody, CustomFonts, UpdateCustomFontBody } from '#modules/sites/index.js';
import { Uploads } from '#modules/storage/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { weightOf } from './font-weights.js';

/** Files of a form; more weights than these are rare. */
const MOST_FILES = 9;

/** Carries out the forms about fonts, by the operations of the API. */
@Injectable()
export class FontForms {
  constructor(
    private readonly fonts: CustomFonts,
    private readonly uploads: Uploads,
  ) {}

  /**
   * Makes a font of the files of a form, or gives them to the font that it names.
   * @returns the name of what was done. @throws as `readOwnFiles`, Forbidden, BadRequest, NotFound, Conflict
   */
  async upload(actor: Actor, organizationId: string, message: IncomingMessage): Promise<'create' | 'add'> {
    this.fonts.requireEditor(actor, organizationId);
    const { form, received } = await readOwnFiles(
      message,
      async ({ name, type, stream }) => ({
        name,
        key: await this.uploads.take(
          organizationId,
          actor.userId,
          'customization_font',
          { name, type },
          stream,
        ),
      }),
      MOST_FILES,
    );
    if (received.length === 0) throw new BadRequest('Choose at least one font file.');
    const chosen = received.length === 1 ? textOf(form, 'weight') : '';
    const faces = received.map(({ name, key }) => ({ weight: weightOf(name, chosen), storageKey: key }));
    const id = textOf(form, 'font');
    if (id === '') {
      const body = { fontFamily: textOf(form, 'fontFamily'), fontFaces: faces };
      await this.fonts.create(actor, organizationId, await validBody(CreateCustomFontBody, body));
      return 'create';
    }
    const kept = await this.keptFaces(actor, organizationId, id, (weight) =>
      faces.every((face) => face.weight !== weight),
    );
    const body = await validBody(UpdateCustomFontBody, { fontFaces: [...kept, ...faces] });
    await this.fonts.update(actor, organizationId, id, body);
    return 'add';
  }

  /** @throws Forbidden, NotFound, BadRequest for a name that a font cannot have */
  async rename(actor: Actor, organizationId: string, form: URLSearchParams): Promise<void> {
    const body = await validBody(UpdateCustomFontBody, { fontFamily: textOf(form, 'fontFamily') });
    await this.fonts.update(actor, organizationId, textOf(form, 'font'), body);
  }

  /** Takes one weight from a font. @throws Forbidden, NotFound, BadRequest for the only one */
  async removeWeight(actor: Actor, organizationId: string, form: URLSearchParams): Promise<void> {
    const id = textOf(form, 'font');
    const removed = Number(form.get('weight'));
    const kept = await this.keptFaces(actor, organizationId, id, (weight) => weight !== removed);
    if (kept.length === 0) throw new BadRequest('This is the only weight; delete the font instead.');
    await this.fonts.update(actor, organizationId, id, { fontFaces: kept });
  }

  /** @throws Forbidden, Conflict while a site uses the font */
  async delete(actor: Actor, organizationId: string, form: URLSearchParams): Promise<void> {
    await this.fonts.delete(actor, organizationId, textOf(form, 'font'));
  }

  private async keptFaces(
    actor: Actor,
    organizationId: string,
    id: string,
    keeps: (weight: number) => boolean,
  ): Promise<{ weight: number; storageKey: null }[]> {
    const { font } = await this.fonts.get(actor, organizationId, id);
    return font.faces
      .filter(({ weight }) => keeps(weight))
      .map(({ weight }) => ({ weight, storageKey: null }));
  }
}
