import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Collections } from '#modules/collections/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { DeletedSpaces, DeleteSpace, PurgeSpace, Spaces } from '#modules/spaces/index.js';
import { Users } from '#modules/users/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { binPage } from './bin-page.js';
import { CollectionPaths } from './collection-paths.js';
import { contentUrls } from './content-frame.js';
import { MOST_COLLECTIONS } from './content-list-pages.js';

const MOST = 50;

/** `/app/o/{organization}/content/bin`: deleted spaces, which can be restored or removed for good. */
@Injectable()
export class BinPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly deleted: DeletedSpaces,
    private readonly spaces: Spaces,
    private readonly deleting: DeleteSpace,
    private readonly purging: PurgeSpace,
    private readonly collections: Collections,
    private readonly users: Users,
  ) {}

  /** @throws NotFound for an organization that the member does not see. */
  @AppRoute('/o/:organization/content/bin', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'collection:read'],
    formScopes: ['space:metadata:write'],
    operations: ['restoreSpace', 'purgeSpace'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    return answerForms(request, message, {
      here: contentUrls(this.config.basePath, id).bin,
      actions: this.actions(request.actor, id),
      show: (state) => this.page(request, id, state),
    });
  }

  private actions(actor: Actor, organizationId: string): Record<string, FormAction> {
    return {
      // The settings of a space lead here.
      delete: {
        done: 'The space is deleted. You find it here as long as it can be restored.',
        run: () => Promise.reject(new BadRequest('A space is deleted in its settings.')),
      },
      restore: {
        done: 'The space is restored.',
        run: async (form) => {
          const id = await this.requireHere(actor, organizationId, textOf(form, 'space'), 'restore');
          const { space } = await this.deleting.restore(actor, id);
          return `${contentUrls(this.config.basePath, organizationId).bin}?done=restore&space=${encodeURIComponent(space.id)}`;
        },
      },
      purge: {
        done: 'The space is removed for good.',
        run: async (form) => {
          const id = await this.requireHere(actor, organizationId, textOf(form, 'space'), 'purge');
          const { title } = (await this.spaces.requireSpace(actor, id, 'purge')).space;
          if (textOf(form, 'title') !== title.trim())
            throw new BadRequest(`Type the title of the space, “${title}”, to remove it for good.`);
          await this.purging.execute(actor, id);
        },
      },
    };
  }

  /** The forms of a page are about the organization of the page. @throws NotFound, Forbidden without the role for it. */
  private async requireHere(
    actor: Actor,
    organizationId: string,
    id: string,
    action: 'restore' | 'purge',
  ): Promise<string> {
    const { space } = await this.spaces.requireSpace(actor, id, action);
    if (space.organizationId !== organizationId) throw new NotFound('space');
    return id;
  }

  private async page(request: MemberRequest, organizationId: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next } = await this.deleted.list(actor, organizationId, page);
    const known = await this.collections.list(actor, organizationId, true, { limit: MOST_COLLECTIONS });
    const restored = query.get('space');
    const found = restored === null ? null : await this.spaces.findVisible(actor, organizationId, [restored]);
    const view = {
      organizationId,
      deleted: items,
      people: await this.users.findUsersByIds(items.flatMap(({ deletedBy }) => deletedBy ?? [])),
      paths: new CollectionPaths(known.items),
      restored: (restored !== null && found?.get(restored)?.space) || null,
      more: next?.page ?? null,
      state,
    };
    return this.shell.show(request, binPage(this.config.basePath, view), state.status);
  }
}
