import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import {
  type TranslationRun,
  Translations,
  translationVerdict,
  type TranslationView,
} from '#modules/translations/index.js';
import type { Actor } from '#platform/http/actor.js';
import type {
  TranslationListView,
  TranslationPageView,
  TranslationRowView,
} from './translation-page.types.js';

const MOST = 50;
const MAX_SPACES = 1000;

/** Data of the pages about translations, for the actors to whom the API shows them. */
@Injectable()
export class TranslationViews {
  constructor(
    private readonly organizations: Organizations,
    private readonly translations: Translations,
    private readonly spaces: Spaces,
  ) {}

  /** @throws NotFound, BadRequest for a cursor that is not ours. */
  async list(actor: Actor, organizationId: string, page?: string): Promise<TranslationListView> {
    const { items, next } = await this.translations.list(actor, organizationId, { limit: MOST, page });
    const newest = await this.translations.findNewestRuns(organizationId, items);
    return {
      organization: await this.organizations.getOrganization(organizationId),
      rows: await this.rows(actor, organizationId, items, newest),
      more: next?.page ?? null,
      isPseudo: this.translations.provider === 'pseudo',
      choices: await this.choices(actor, organizationId),
    };
  }

  /** @throws NotFound, BadRequest for a cursor that is not ours. */
  async one(actor: Actor, organizationId: string, id: string, page?: string): Promise<TranslationPageView> {
    const view = await this.translations.requireTranslation(actor, organizationId, id, 'view');
    const runs = await this.translations.listRuns(actor, organizationId, id, { limit: MOST, page });
    const newest = await this.translations.findNewestRuns(organizationId, [view]);
    const [row] = await this.rows(actor, organizationId, [view], newest);
    return {
      organization: await this.organizations.getOrganization(organizationId),
      row: row!,
      runs: runs.items,
      more: runs.next?.page ?? null,
    };
  }

  private async rows(
    actor: Actor,
    organizationId: string,
    views: readonly TranslationView[],
    newest: ReadonlyMap<string, TranslationRun>,
  ): Promise<TranslationRowView[]> {
    const ids = views.flatMap(({ translation: { sourceSpaceId, spaceId } }) => [
      sourceSpaceId,
      spaceId ?? '',
    ]);
    const visible = await this.spaces.findVisible(actor, organizationId, ids);
    const shown = (id: string) => {
      const title = visible.get(id)?.space.title;
      return title === undefined ? null : { id, title };
    };
    return views.map((view) => {
      const { id, sourceSpaceId, spaceId } = view.translation;
      return {
        view,
        source: shown(sourceSpaceId) ?? { id: sourceSpaceId, title: 'Untitled' },
        result: spaceId === null ? null : (shown(spaceId) ?? 'hidden'),
        latest: newest.get(id) ?? null,
        canRun: translationVerdict(view.role, 'edit').allowed,
      };
    });
  }

  /** Of the first thousand spaces. */
  private async choices(actor: Actor, organizationId: string): Promise<TranslationListView['choices']> {
    const { items } = await this.spaces.list(actor, organizationId, { limit: MAX_SPACES });
    return items
      .filter(({ permissions }) => permissions.admin)
      .map(({ space: { id, title, language } }) => ({ id, title, language }));
  }
}
