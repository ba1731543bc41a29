import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { ApplyChanges } from './apply-changes.js';

const ROUTE = {
  forms: true,
  scopes: ['space:content:read'],
  formScopes: ['space:content:write'],
  operations: ['createChangeRequest', 'updateSpaceContent', 'updateChangeRequestContent'],
} as const;

/** Adds an empty page at the end, and leads to it in the editor. In a locked space it opens a change request for it. */
@Injectable()
export class NewPage {
  constructor(
    private readonly config: Config,
    private readonly changes: ApplyChanges,
  ) {}

  /** @throws NotFound, Forbidden, Conflict for a change request that is merged or archived. */
  @AppRoute('/s/:space/~/new-page', ROUTE)
  @AppRoute('/s/:space/~/changes/:number/~/new-page', ROUTE)
  async answer({ actor, params }: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { space: spaceId = '', number } = params;
    const root = `${this.config.basePath}/app/s/${encodeURIComponent(spaceId)}`;
    if (message.method !== 'POST') return { kind: 'redirect', location: root, isComplete: true };
    await readOwnForm(message);
    const place = { spaceId, ...(number === undefined ? {} : { number }) };
    const made = await this.changes.execute(actor, place, '', [
      { operation: 'insert_page', title: 'Untitled', document: { markdown: '' } },
    ]);
    const [outcome] = made.outcomes;
    if (outcome?.object !== 'created_page') throw new Error('The new page is not among the changes.');
    const content = made.number === null ? root : `${root}/~/changes/${made.number}`;
    return {
      kind: 'redirect',
      status: 303,
      location: `${content}/~/edit/${outcome.page.id}`,
      isComplete: true,
    };
  }
}
