import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  answerForms,
  AppRoute,
  type FormAction,
  type FormState,
  hasScopes,
  type MemberRequest,
  MemberShell,
  requireScopes,
  textOf,
} from '#modules/member-pages/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { AdaptiveSchemas, type SiteRow, Sites } from '#modules/sites/index.js';
import { Config } from '#platform/config/env.js';
import { Conflict } from '#platform/http/errors.js';
import { sitePath } from '../sites/site-frame.js';
import { claimsPage } from './claims-view.js';
import { withClaim, withoutClaim } from './claims.js';
import { readJsonObject } from './read-json.js';

/** Bytes of a form with the largest schema, whose characters take three each. */
const FORM_LIMIT = 256 * 1024;

/** `/app/o/{organization}/sites/{site}/audience/claims`: what visitors of a site may claim, and whether it counts. */
@Injectable()
export class ClaimPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly sites: Sites,
    private readonly schemas: AdaptiveSchemas,
  ) {}

  /** @throws NotFound for strangers, Forbidden for members who may not change the site. */
  @AppRoute('/o/:organization/sites/:site/audience/claims', {
    forms: true,
    scopes: ['organization:read', 'site:metadata:read', 'site:adaptive:read'],
    formScopes: ['site:adaptive:write'],
    operations: ['updateSiteAdaptiveSchema', 'updateSiteById'],
  })
  async answer(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization = '', site = '' } = params;
    const row = await this.sites.requireSite(actor, organization, site, 'manage');
    return answerForms(request, message, {
      here: sitePath(this.config.basePath, row.site, 'audience/claims'),
      limit: FORM_LIMIT,
      actions: { ...this.schemaActions(request, row), ...this.switches(request, row) },
      show: (state) => this.page(request, state),
    });
  }

  private schemaActions({ actor }: MemberRequest, { site }: SiteRow): Record<string, FormAction> {
    const { organizationId, id } = site;
    const edit = async (change: Parameters<AdaptiveSchemas['edit']>[3]): Promise<void> =>
      void (await this.schemas.edit(actor, organizationId, id, change));
    return {
      add: {
        done: 'The claim is added.',
        run: (form) => edit((stored) => withClaim(stored?.jsonSchema ?? null, claimOf(form))),
      },
      remove: {
        done: 'The claim is removed.',
        run: (form) =>
          edit((stored) =>
            withoutClaim(stored?.jsonSchema ?? null, textOf(form, 'name'), form.get('signed') === 'true'),
          ),
      },
      save: {
        done: 'The claims are saved.',
        run: async (form) => {
          const schema = await readJsonObject(form.get('schema') ?? '', 'All claims as JSON');
          await edit((stored) => {
            if (String(stored?.updatedAt.getTime() ?? '') !== textOf(form, 'shown'))
              throw new Conflict(
                'Somebody changed the claims since you opened this page. Copy what you wrote, load the page again, and put it in.',
              );
            return schema;
          });
        },
      },
    };
  }

  private switches({ actor }: MemberRequest, { site }: SiteRow): Record<string, FormAction> {
    const set = async (enabled: boolean): Promise<void> => {
      requireScopes(actor, ['site:metadata:write']);
      await this.sites.update(actor, site.organizationId, site.id, { adaptiveContent: { enabled } });
    };
    return {
      on: { done: 'Claims count now: conditions are decided with them.', run: () => set(true) },
      off: { done: 'Claims do not count any more.', run: () => set(false) },
    };
  }

  private async page(request: MemberRequest, state: FormState): Promise<SiteAnswer> {
    const { actor, params } = request;
    const { organization: organizationId = '', site: id = '' } = params;
    const row = await this.sites.requireSite(actor, organizationId, id, 'manage');
    const view = {
      row,
      stored: await this.schemas.findFor(actor, organizationId, id),
      conditions: await this.schemas.conditions(actor, organizationId, id),
      maySwitch: hasScopes(actor, ['site:metadata:write']),
      state,
    };
    return this.shell.show(request, claimsPage(this.config.basePath, view), state.status);
  }
}

function claimOf(form: URLSearchParams) {
  return {
    name: textOf(form, 'name'),
    kind: textOf(form, 'kind'),
    description: textOf(form, 'description'),
    values: textOf(form, 'values')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
    isSigned: form.get('unsigned') === null,
  };
}
