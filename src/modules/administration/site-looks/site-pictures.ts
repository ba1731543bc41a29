import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { textOf } from '#modules/member-pages/index.js';
import { Customizations, type SiteCustomization, Sites } from '#modules/sites/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { UploadedPictures } from '../pictures/uploaded-pictures.js';
import { setAt, valueAt } from './looks-fields.js';
import { type PictureField, PICTURES } from './pictures.js';

/** The site, or the space on it, that a picture is for. */
export interface PicturePlace {
  organizationId: string;
  siteId: string;
  siteSpaceId?: string;
}

/** Stores the pictures of sites, which forms send beside the other settings. */
@Injectable()
export class SitePictures {
  constructor(
    private readonly sites: Sites,
    private readonly customizations: Customizations,
    private readonly pictures: UploadedPictures,
  ) {}

  /** Takes the file of a form and shows it at the place that the form names. @throws as `readOwnFiles`, Forbidden, BadRequest */
  async upload(actor: Actor, place: PicturePlace, message: IncomingMessage): Promise<void> {
    const { organizationId, siteId } = place;
    await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    const { form, url } = await this.pictures.take(actor, organizationId, message);
    const picture = pictureOf(form);
    await this.change(actor, place, picture, (now) => {
      if (!picture.hasModes) return url;
      const mode = textOf(form, 'mode');
      const before = now as { light: string; dark: string } | undefined;
      return {
        light: mode === 'dark' ? (before?.light ?? url) : url,
        dark: mode === 'light' ? (before?.dark ?? url) : url,
      };
    });
  }

  /** Removes the picture that a form names. @throws Forbidden, BadRequest */
  remove(actor: Actor, place: PicturePlace, form: URLSearchParams): Promise<void> {
    return this.change(actor, place, pictureOf(form), () => undefined);
  }

  private async change(
    actor: Actor,
    { organizationId, siteId, siteSpaceId }: PicturePlace,
    { path }: PictureField,
    next: (now: unknown) => unknown,
  ): Promise<void> {
    const changed = (settings: SiteCustomization): object => {
      const value = next(valueAt(settings, path));
      const own = path === 'favicon.icon' ? 'favicon' : path;
      const looks = structuredClone(settings);
      if (own === 'favicon') setAt(looks, own, value === undefined ? {} : { icon: value });
      else setAt(looks, own, value);
      return looks;
    };
    if (siteSpaceId === undefined) {
      await this.customizations.edit(actor, organizationId, siteId, changed);
      return;
    }
    await this.customizations.editSpace(actor, organizationId, siteId, siteSpaceId, (stored) => {
      const own = path === 'favicon.icon' ? 'favicon' : path;
      const change = {};
      setAt(change, own, valueAt(changed(stored), own) ?? null);
      return change;
    });
  }
}

function pictureOf(form: URLSearchParams): PictureField {
  const picture = PICTURES.find(({ path }) => path === form.get('picture'));
  if (!picture) throw new BadRequest('The form does not say which picture it is for; reload the page.');
  return picture;
}
