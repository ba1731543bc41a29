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
  requireScopes,
  textOf,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ArchiveContents, OrganizationContents, Spaces } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { archivedPage } from './archived-page.js';
import { CollectionPaths } from './collection-paths.js';
import { contentUrls } from './content-frame.js';
import { MOST_COLLECTIONS } from './content-list-pages.js';
import { readContent } from './read-move.js';

const MOST = 50;

/** `/app/o/{organization}/content/archived`: archived spaces and collections, which can be brought back. */
@Injectable()
export class ArchivedPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly contents: OrganizationContents,
    private readonly archiving: ArchiveContents,
  ) {}

  /** @throws NotFound for an organization that the member does not see. */
  @AppRoute('/o/:organization/content/archived', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'collection:read'],
    operations: ['unarchiveSpace', 'unarchiveCollection'],
  })
  answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { organization: id = '' } = request.params;
    return answerForms(request, message, {
      here: contentUrls(this.config.basePath, id).archived,
      actions: this.actions(request.actor, id),
      show: (state) => this.page(request, id, state),
    });
  }

  private actions(actor: Actor, organizationId: string): Record<string, FormAction> {
    return {
      // The settings of spaces and collections lead here.
      archive: {
        done: 'It is archived. You find it here, and can unarchive it at any time.',
        run: () => Promise.reject(new BadRequest('A space or collection is archived in its settings.')),
      },
      unarchive: {
        done: 'It is not archived any more, and is where it was.',
        run: async (form) => {
          const { kind, id } = readContent(textOf(form, 'item'));
          requireScopes(actor, [kind === 'space' ? 'space:metadata:write' : 'collection:write']);
          const places = kind === 'space' ? this.spaces : this.collections;
          // The forms of a page are about the organization of the page.
          if (!(await places.findVisible(actor, organizationId, [id])).has(id)) throw new NotFound(kind);
          if (kind === 'space') await this.archiving.unarchiveSpace(actor, id);
          else await this.archiving.unarchiveCollection(actor, id);
        },
      },
    };
  }

  private async page(request: MemberRequest, organizationId: string, state: FormState): Promise<SiteAnswer> {
    const { actor, query } = request;
    const page = { limit: MOST, page: query.get('page') ?? undefined };
    const { items, next } = await this.contents.listArchived(actor, organizationId, page);
    const known = await this.collections.list(actor, organizationId, true, { limit: MOST_COLLECTIONS });
    const view = {
      organizationId,
      items,
      paths: new CollectionPaths(known.items),
      more: next?.page ?? null,
      state,
    };
    return this.shell.show(request, archivedPage(this.config.basePath, view), state.status);
  }
}
