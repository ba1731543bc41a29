import { Injectable } from '@nestjs/common';
import { documentText } from '#modules/documents/index.js';
import { Users } from '#modules/users/index.js';
import { CommentsRepository } from './comments.repository.js';
import { nameMentions } from './notifications/name-mentions.js';

const LENGTH = 240;

/** A comment or reply in a few words. */
export interface CommentSummary {
  id: string;
  /** The beginning of its text. */
  text: string;
  /** The page it is on, with its title when it was written; null for a comment on everything. */
  page: { id: string; title: string } | null;
  /** The comment that it replies to; null for comments. */
  parentId: string | null;
}

/** Comments in a few words, for lists of modules above. */
@Injectable()
export class CommentSummaries {
  constructor(
    private readonly comments: CommentsRepository,
    private readonly users: Users,
  ) {}

  /** Comments and replies by id, whose places the caller has found to be visible; deleted ones are missing. */
  async find(organizationId: string, ids: Iterable<string>): Promise<Map<string, CommentSummary>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const rows = await this.comments.findByIds(organizationId, wanted);
    const names = await this.users.findUsersByIds(rows.flatMap(({ mentions }) => mentions));
    return new Map(
      rows.map(({ id, body, target, parentId }) => {
        const text = documentText(nameMentions(body, names)).replace(/\s+/g, ' ').trim();
        const short = text.length > LENGTH ? `${text.slice(0, LENGTH - 1).trimEnd()}…` : text;
        return [id, { id, text: short, page: target?.page ?? null, parentId }];
      }),
    );
  }
}
