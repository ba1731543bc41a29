import { Injectable } from '@nestjs/common';
import { Sites } from '#modules/sites/index.js';
import { CreateSpace, CreateSpaceBody } from '#modules/spaces/index.js';
import { validBody } from '#modules/member-pages/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';

/** Beginnings besides templates. */
export const BEGINNINGS = ['empty', 'import', 'git'] as const;

/** Prefix of a beginning that is a template. */
export const TEMPLATE = 'template:';

/** Audiences that need nothing set up first. */
export const AUDIENCES = ['public', 'unlisted', 'share-link'] as const;

/** Input of the form. */
export interface Beginning {
  /** One of {@link BEGINNINGS}, or {@link TEMPLATE} and the id of a template. */
  from: string;
  title: string;
  /** One of {@link AUDIENCES}. */
  audience: string;
}

/** The space and the site that were made. */
export interface Begun {
  spaceId: string;
  siteId: string;
}

/** Makes the first space of an organization and publishes it as a site. */
@Injectable()
export class BeginContent {
  constructor(
    private readonly db: Database,
    private readonly createSpace: CreateSpace,
    private readonly sites: Sites,
  ) {}

  /** @throws BadRequest that names the wrong field, Forbidden for members who may not make spaces or sites. */
  async run(actor: Actor, organizationId: string, { from, title, audience }: Beginning): Promise<Begun> {
    const visibility = AUDIENCES.find((one) => one === audience);
    if (!visibility) throw new BadRequest('Choose who reads it.');
    if (title.length < 2) throw new BadRequest('Title must have at least 2 characters.');
    const template = from.startsWith(TEMPLATE) ? { template: { id: from.slice(TEMPLATE.length) } } : null;
    const isKnown = template !== null || BEGINNINGS.some((one) => one === from);
    if (!isKnown) throw new BadRequest('Choose one of the ways to begin.');
    // An import fills the space, so that a first empty page would stand before its pages.
    const content = template ?? { empty: from !== 'empty' };
    const body = await validBody(CreateSpaceBody, { title, editMode: 'live', ...content });
    return this.db.transaction(async () => {
      const { space } = await this.createSpace.execute(actor, organizationId, body);
      const { site } = await this.sites.create(actor, organizationId, {
        title,
        visibility,
        spaces: [space.id],
      });
      await this.sites.publish(actor, organizationId, site.id);
      return { spaceId: space.id, siteId: site.id };
    });
  }
}
