import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import {
  MAIL_TOPICS,
  MailPreferences,
  type MailRecipient,
  type MailTopics,
  TOPIC_NAMES,
  UnsubscribeLinks,
} from '#modules/notifications/index.js';
import { html, type SiteAnswer } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { NotFound } from '#platform/http/errors.js';
import { openPage } from '../member-document.js';
import { type MemberRequest, type VisitorRequest, requireScopes } from '../member-request.js';
import { AppRoute } from '../member-routes.js';
import { MemberShell } from '../member-shell.js';
import { readForm, readOwnForm } from '../forms.js';
import { TopicForm, TopicSwitch } from './topic-forms.js';

/** Pages where people choose what they get mail about: by a link in a mail, or signed in. */
@Injectable()
export class MailPages {
  constructor(
    private readonly config: Config,
    private readonly shell: MemberShell,
    private readonly preferences: MailPreferences,
    private readonly links: UnsubscribeLinks,
  ) {}

  /**
   * The page behind the link of a mail, for whoever has it. Only POST changes anything: programs open links to look for malware.
   * Mail programs with a button post `List-Unsubscribe=One-Click`, or nothing that we know, from anywhere (RFC 8058), and are
   * not to be sent on.
   * @throws NotFound for a link that is not ours.
   */
  @AppRoute('/mail{/*rest}', { isOpen: true, forms: true })
  async answerLink({ rest }: VisitorRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const recipient = this.links.verify(rest.join('/'));
    if (!recipient) throw new NotFound('page');
    const { address, topic } = recipient;
    if (message.method !== 'POST')
      return this.linkPage(recipient, await this.preferences.get(address), false);
    const form = await readForm(message);
    const chosen = form.get('choose') === null ? { [topic]: form.get('undo') !== null } : chosenTopics(form);
    return this.linkPage(recipient, await this.preferences.change(address, chosen), true);
  }

  /** The page of a signed-in member. @throws Forbidden for a form of another site, or a token without the scope. */
  @AppRoute('/notifications', { forms: true, operations: ['updateNotificationPreferences'] })
  async answerMember(request: MemberRequest, message: IncomingMessage): Promise<SiteAnswer> {
    const { actor } = request;
    const isChange = message.method === 'POST';
    requireScopes(actor, [isChange ? 'user:write' : 'user:read']);
    const { address, topics } = isChange
      ? await this.preferences.changeOwn(actor, chosenTopics(await readOwnForm(message)))
      : await this.preferences.getOwn(actor);
    return this.shell.page(
      request,
      { title: 'Notifications' },
      <>
        <p>What {address} gets mail about.</p>
        <TopicForm topics={topics} isSaved={isChange} />
      </>,
    );
  }

  private linkPage({ address, topic }: MailRecipient, topics: MailTopics, isSaved: boolean): SiteAnswer {
    const page = openPage(
      this.config.basePath,
      'Your mail',
      <>
        <TopicSwitch address={address} name={TOPIC_NAMES[topic]} isOn={topics[topic]} />
        <h2>All mail</h2>
        <TopicForm topics={topics} isSaved={isSaved} />
      </>,
    );
    return html(200, page);
  }
}

/** Browsers send only the boxes that are ticked. */
function chosenTopics(form: URLSearchParams): MailTopics {
  const ticked = form.getAll('topic');
  return Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, ticked.includes(topic)])) as MailTopics;
}
