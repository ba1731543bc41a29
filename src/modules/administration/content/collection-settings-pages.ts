import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  Collections,
  CollectionTree,
  type CollectionView,
  TransferBody,
  UpdateCollectionBody,
} from '#modules/collections/index.js';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  type MemberRequest,
  MemberShell,
  textOf,
  validBody,
} from '#modules/member-pages/index.js';
import { organizationVerdict } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { ArchiveContents, OrganizationContents } from '#modules/spaces/index.js';
import { Config } from '#platform/config/env.js';
import type { Actor } from '#platform/http/actor.js';
import { changedFields } from '../changed-fields.js';
import { CollectionPaths } from './collection-paths.js';
import { collectionSettings } from './collection-settings.js';
import { type ContentUrls, contentUrls } from './content-frame.js';
import { MOST_COLLECTIONS } from './content-list-pages.js';
import { MoveContent } from './move-content.js';
import { OtherOrganizations } from './other-organizations.js';
import { readMove } from './read-move.js';

/** `/app/c/{collection}/settings`: what a collection is called, its place, and its end. */
@Injectable()
export class CollectionSettingsPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly collections: Collections,
    private readonly tree: CollectionTree,
    private readonly contents: OrganizationContents,
    private readonly archiving: ArchiveContents,
    private readonly moving: MoveContent,
    private readonly others: OtherOrganizations,
  ) {}

  /** @throws NotFound for a collection that the member does not see, Forbidden without the role `create` on it. */
  @AppRoute('/c/:collection/settings', {
    forms: true,
    scopes: ['organization:read', 'space:metadata:read', 'collection:read'],
    formScopes: ['collection:write'],
    operations: [
      ...['updateCollectionById', 'moveCollection', 'transferCollection'],
      ...['archiveCollection', 'unarchiveCollection', 'deleteCollectionById'],
    ],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const id = params['collection'] ?? '';
    const { collection } = await this.collections.requireCollection(actor, id, 'archive');
    const urls = contentUrls(this.config.basePath, collection.organizationId);
    return answerForms(request, message, {
      here: urls.collectionSettings(id),
      actions: this.actions(actor, id, urls),
      show: (state) => this.page(request, id, state),
    });
  }

  private actions(actor: Actor, id: string, urls: ContentUrls): Record<string, FormAction> {
    return {
      save: {
        done: 'The settings are saved.',
        run: async (form) => {
          const { title, description } = changedFields(form, ['title', 'description']);
          const body = {
            ...(title === undefined ? {} : { title }),
            ...(description === undefined ? {} : { description: description === '' ? null : description }),
          };
          await this.collections.update(actor, id, await validBody(UpdateCollectionBody, body));
        },
      },
      move: {
        done: 'The collection is moved.',
        run: async (form) => this.moving.execute(actor, { kind: 'collection', id }, await readMove(form)),
      },
      transfer: {
        done: '',
        run: async (form) => {
          const body = { organization: textOf(form, 'organization') };
          const { organization } = await validBody(TransferBody, body);
          await this.tree.transfer(actor, id, organization);
          return `${urls.root}?done=transfer-collection`;
        },
      },
      archive: {
        done: '',
        run: async () => {
          await this.archiving.archiveCollection(actor, id);
          return `${urls.archived}?done=archive`;
        },
      },
      unarchive: {
        done: 'The collection is not archived any more, nor is what was archived with it.',
        run: async () => {
          await this.archiving.unarchiveCollection(actor, id);
        },
      },
      delete: {
        done: '',
        run: async () => {
          await this.tree.delete(actor, id);
          return `${urls.root}?done=delete-collection`;
        },
      },
    };
  }

  private async page(request: MemberRequest, id: string, state: FormState): Promise<SiteAnswer> {
    const { actor } = request;
    const found: CollectionView = await this.collections.requireCollection(actor, id, 'archive');
    const { organizationId } = found.collection;
    const known = await this.collections.list(actor, organizationId, true, { limit: MOST_COLLECTIONS });
    const mayTransfer = found.role === 'admin';
    const view = {
      collection: found.collection,
      paths: new CollectionPaths(known.items),
      mayRoot: organizationVerdict(actor.memberships.get(organizationId), 'createContent').allowed,
      mayTransfer,
      organizations: mayTransfer ? await this.others.list(actor, organizationId) : [],
      counts: await this.contents.countIn(actor, organizationId, id),
      state,
    };
    return this.shell.show(request, collectionSettings(this.config.basePath, view), state.status);
  }
}
