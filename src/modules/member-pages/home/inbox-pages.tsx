import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { Inbox, type InboxView } from '#modules/home/index.js';
import { requireMember } from '#modules/organizations/index.js';
import type { SiteAnswer } from '#modules/publishing/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Config } from '#platform/config/env.js';
import { BadRequest } from '#platform/http/errors.js';
import { PostForm, readOwnForm } from '../forms.js';
import type { MemberRequest } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { MoreLink } from '../more-link.js';
import { InboxList } from './inbox-list.js';

const LIMIT = 50;

/** `/app/o/{organization}/inbox`: news for the member, and one below it, which leads to what it is about. */
@Injectable()
export class InboxPages {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly shell: MemberShell,
    private readonly inbox: Inbox,
  ) {}

  /** @throws NotFound for strangers, Forbidden for a form of another site, BadRequest for one without a button. */
  @AppRoute('/o/:organization/inbox', {
    forms: true,
    scopes: ['space:comments:read'],
    formScopes: ['user:write'],
    operations: ['markInboxEntriesRead', 'markInboxEntriesUnread'],
  })
  async list(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor, params, query } = request;
    const { organization: organizationId = '' } = params;
    requireMember(actor, organizationId);
    const here = `${this.config.basePath}/app/o/${encodeURIComponent(organizationId)}/inbox`;
    if (message.method === 'POST') {
      await this.mark(request, organizationId, await readOwnForm(message));
      return { kind: 'redirect', status: 303, location: here, isComplete: true };
    }
    const isUnread = query.get('show') === 'unread';
    const now = this.clock.now();
    const { items, next } = await this.inbox.list(actor, organizationId, {
      limit: LIMIT,
      page: query.get('page') ?? undefined,
      isUnread,
    });
    const hasUnread = items.some(({ entry }) => entry.readAt === null);
    return this.shell.page(
      request,
      {
        title: 'Inbox',
        organizationId,
        actions: hasUnread && <ReadAll here={here} until={now} />,
      },
      <>
        <Filter here={here} isUnread={isUnread} />
        {items.length === 0 ? (
          <p class="app-empty">
            {isUnread
              ? 'You have read everything.'
              : 'There is no news for you yet. Requests for your review, mentions of you and replies to you come here.'}
          </p>
        ) : (
          <InboxList here={here} entries={items} hasButtons />
        )}
        <MoreLink
          here={here}
          cursor={next?.page ?? null}
          what="Older"
          query={isUnread ? { show: 'unread' } : undefined}
        />
      </>,
    );
  }

  /** Leads to what an entry is about, which is read from then on. @throws NotFound */
  @AppRoute('/o/:organization/inbox/:entry', { scopes: ['space:comments:read'] })
  async open({ actor, params }: MemberRequest): Promise<SiteAnswer> {
    const { organization: organizationId = '', entry: id = '' } = params;
    const view = await this.inbox.get(actor, organizationId, id);
    await this.inbox.markRead(actor, organizationId, { entries: [id] });
    return { kind: 'redirect', status: 303, location: this.placeOf(view), isComplete: true };
  }

  private placeOf({ entry, changeRequest, comment }: InboxView): string {
    const request = changeRequest?.changeRequest;
    if (request) return this.shell.changeRequestHref(request);
    if (entry.kind === 'sync-failing' || entry.kind === 'sync-conflicts')
      return `${this.config.basePath}/app/s/${encodeURIComponent(entry.spaceId)}/~/git`;
    const page = comment?.page ? ['~', 'pages', comment.page.id] : [];
    return `${this.config.basePath}/app/${['s', entry.spaceId, ...page].map(encodeURIComponent).join('/')}`;
  }

  /** @throws BadRequest for a form that names no entry, and no time of the list. */
  private async mark({ actor }: MemberRequest, organizationId: string, form: URLSearchParams): Promise<void> {
    const [read, unread, until] = ['read', 'unread', 'until'].map((name) => form.get(name));
    const time = new Date(until ?? '');
    if (read) await this.inbox.markRead(actor, organizationId, { entries: [read] });
    else if (unread) await this.inbox.markUnread(actor, organizationId, [unread]);
    else if (!Number.isNaN(time.getTime())) await this.inbox.markRead(actor, organizationId, { until: time });
    else throw new BadRequest('The form does not say what to do; press one of its buttons.');
  }
}

/** The button leaves out what comes after the list was shown. */
function ReadAll({ here, until }: { here: string; until: Date }) {
  return (
    <PostForm action={here}>
      <button type="submit" name="until" value={until.toISOString()} class="button button-secondary">
        Mark all as read
      </button>
    </PostForm>
  );
}

function Filter({ here, isUnread }: { here: string; isUnread: boolean }) {
  return (
    <nav class="app-filter" aria-label="Show">
      <a href={here} aria-current={isUnread ? undefined : 'true'}>
        All
      </a>
      <a href={`${here}?show=unread`} aria-current={isUnread ? 'true' : undefined}>
        Unread
      </a>
    </nav>
  );
}
