import { Injectable } from '@nestjs/common';
import { CommentReplies, Comments, type PlaceKey, QuoteBody } from '#modules/comments/index.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { validBody } from '../valid-body.js';
import type { FormResult } from './form-result.js';
import { ReviewMembers } from './review-members.js';
import { commentWithSuggestion, suggestionIn } from './suggestions.js';

/** Carries out the forms of threads, on change requests and on spaces. */
@Injectable()
export class ThreadForms {
  constructor(
    private readonly comments: Comments,
    private readonly replies: CommentReplies,
    private readonly members: ReviewMembers,
  ) {}

  /** Null for a form that is not about threads. @throws the errors of the operations. */
  async run(
    actor: Actor,
    place: PlaceKey,
    { organizationId }: { organizationId: string },
    form: URLSearchParams,
  ): Promise<FormResult | null> {
    const id = form.get('comment') ?? '';
    const anchor = `c-${id}`;
    if (form.has('react') || form.has('unreact'))
      return this.update(actor, place, form, 'reacted', {
        addedReactions: form.getAll('react'),
        removedReactions: form.getAll('unreact'),
      });
    switch (form.get('do')) {
      case 'comment':
        return { notice: 'commented', anchor: `c-${await this.post(actor, place, organizationId, form)}` };
      case 'reply': {
        const markdown = await this.members.nameIn(actor, organizationId, form.get('reply') ?? '');
        await this.replies.post(actor, place, id, { body: { markdown } });
        return { notice: 'replied', anchor };
      }
      case 'close':
        await this.close(actor, place, id);
        return { notice: 'closed', anchor };
      case 'reopen':
        await this.comments.update(actor, place, id, { resolved: false });
        return { notice: 'reopened', anchor };
      case 'edit':
        return this.update(actor, place, form, 'rewritten', {
          body: { markdown: await this.markdownOf(actor, organizationId, form) },
        });
      case 'delete-comment':
        return this.delete(actor, place, form);
      default:
        return null;
    }
  }

  async close(actor: Actor, place: PlaceKey, id: string): Promise<void> {
    await this.comments.update(actor, place, id, { resolved: true });
  }

  /** The wording that a comment suggests, and for which block. @throws NotFound, BadRequest for one that suggests none. */
  async suggestion(
    actor: Actor,
    place: PlaceKey,
    id: string,
  ): Promise<{ page: string; block: string; markdown: string }> {
    const { comment } = await this.comments.get(actor, place, id);
    const suggestion = suggestionIn(comment.body);
    const { page, node } = comment.target ?? {};
    if (suggestion === null || !page || !node)
      throw new BadRequest('This comment suggests no wording for a block.');
    return { page: page.id, block: node.id, markdown: suggestion };
  }

  private async post(
    actor: Actor,
    place: PlaceKey,
    organizationId: string,
    form: URLSearchParams,
  ): Promise<string> {
    const [page, block] = [form.get('page') ?? '', form.get('block') ?? ''];
    const { comment } = await this.comments.post(actor, place, {
      body: { markdown: await this.markdownOf(actor, organizationId, form) },
      ...(page === '' ? {} : { page }),
      ...(block === '' ? {} : { node: block }),
      ...cellOf(form),
      ...(await quoteOf(form)),
    });
    return comment.id;
  }

  /** Changes the comment that a form names, or its reply. */
  private async update(
    actor: Actor,
    place: PlaceKey,
    form: URLSearchParams,
    notice: string,
    change: Parameters<CommentReplies['update']>[4],
  ): Promise<FormResult> {
    const [id, reply] = [form.get('comment') ?? '', form.get('reply-id') ?? ''];
    if (reply === '') await this.comments.update(actor, place, id, change);
    else await this.replies.update(actor, place, id, reply, change);
    return { notice, anchor: reply === '' ? `c-${id}` : `r-${reply}` };
  }

  private async delete(actor: Actor, place: PlaceKey, form: URLSearchParams): Promise<FormResult> {
    const [id, reply] = [form.get('comment') ?? '', form.get('reply-id') ?? ''];
    if (reply === '') {
      await this.comments.delete(actor, place, id);
      return { notice: 'deleted' };
    }
    await this.replies.delete(actor, place, id, reply);
    return { notice: 'unanswered', anchor: `c-${id}` };
  }

  /** The words of a form, with mentions, and its wording unless that is as it was. */
  private async markdownOf(actor: Actor, organizationId: string, form: URLSearchParams): Promise<string> {
    const words = await this.members.nameIn(actor, organizationId, lines(form.get('words')));
    const wording = lines(form.get('wording'));
    const isSuggested = wording.trim() !== '' && wording.trim() !== lines(form.get('wording-before')).trim();
    return isSuggested ? commentWithSuggestion(words, wording.trimEnd()) : words;
  }
}

/** The cell that a form names by its row and its column. @throws BadRequest for one without the other. */
function cellOf(form: URLSearchParams): { tableCell?: { record: string; definition: string } } {
  const [record, definition] = [form.get('row') ?? '', form.get('column') ?? ''];
  if (record === '' && definition === '') return {};
  if (record === '' || definition === '')
    throw new BadRequest('Choose both the row and the column of the cell, or neither.');
  return { tableCell: { record, definition } };
}

/** The words that a form is about, as they were selected or typed. @throws BadRequest for too many. */
async function quoteOf(form: URLSearchParams): Promise<{ quote?: QuoteBody }> {
  const exact = lines(form.get('quote')).trim();
  if (exact === '') return {};
  const [prefix, suffix] = [lines(form.get('quote-prefix')), lines(form.get('quote-suffix'))];
  const body = { exact, ...(prefix === '' ? {} : { prefix }), ...(suffix === '' ? {} : { suffix }) };
  return { quote: await validBody(QuoteBody, body) };
}

/** Forms send line breaks as two characters. */
function lines(text: string | null): string {
  return (text ?? '').replace(/\r\n?/g, '\n');
}
