import { BooleanField, EnumField, ObjectField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';
import { IntersectionType } from '@nestjs/swagger';
import { ShortTextField, type ShortTextInput } from '#modules/documents/index.js';
import type { BodyFormat } from './comment.types.js';

export const COMMENT_ID = { description: 'Id of the comment' };
const BODY = 'Text of at most 10,000 characters: an object with a markdown or a document member';
const EMOJI = 'Emoji, as characters or as code points (1f44d), that you';

export class FormatQuery {
  @EnumField(['document', 'markdown'], {
    optional: true,
    default: 'markdown',
    description: 'Format of the body in the answer',
  })
  format?: BodyFormat;
}

export class ListRepliesQuery extends IntersectionType(PageQuery, FormatQuery) {}

export class ListCommentsQuery extends ListRepliesQuery {
  @EnumField(['asc', 'desc'], { optional: true, default: 'desc', description: 'asc: oldest first' })
  order?: 'asc' | 'desc';

  @EnumField(['all', 'open', 'resolved'], {
    optional: true,
    default: 'all',
    description: 'Only those with this status',
  })
  status?: 'all' | 'open' | 'resolved';

  @TextField({ optional: true, max: 100, description: 'Only comments on this page' })
  targetPage?: string;

  @TextField({
    optional: true,
    array: { max: 100 },
    description: 'Only comments of these users: their ids, repeated or with commas between',
  })
  authors?: string[];
}

export class TableCellBody {
  @TextField({ max: 100, description: 'Id of the row' })
  record: string;

  @TextField({ max: 100, description: 'Id of the column' })
  definition: string;
}

export class QuoteBody {
  @TextField({
    min: 1,
    max: 300,
    description:
      'The words, which the text of the block, or the cell, holds; white space counts as one space',
  })
  exact: string;

  @TextField({ optional: true, max: 100, description: 'The end of the text before them' })
  prefix?: string;

  @TextField({ optional: true, max: 100, description: 'The beginning of the text after them' })
  suffix?: string;
}

export class PostReplyBody {
  @ShortTextField({ description: BODY, example: { markdown: 'Well said.' } })
  body: ShortTextInput;
}

export class PostCommentBody extends PostReplyBody {
  @TextField({ optional: true, max: 100, description: 'Id of the page it is about' })
  page?: string;

  @TextField({ optional: true, max: 100, description: 'Key of the block of the page it is about' })
  node?: string;

  @ObjectField(() => TableCellBody, { optional: true, description: 'The cell, where the block is a table' })
  tableCell?: TableCellBody;

  @ObjectField(() => QuoteBody, {
    optional: true,
    description: 'The words within the block, or the cell, as a TextQuoteSelector of the W3C names them',
  })
  quote?: QuoteBody;
}

export class UpdateReplyBody {
  @ShortTextField({ optional: true, description: BODY })
  body?: ShortTextInput;

  @TextField({
    optional: true,
    array: { max: 50 },
    max: 50,
    description: `${EMOJI} put on it`,
    example: ['1f44d'],
  })
  addedReactions?: string[];

  @TextField({ optional: true, array: { max: 50 }, max: 50, description: `${EMOJI} take off it` })
  removedReactions?: string[];
}

export class UpdateCommentBody extends UpdateReplyBody {
  @BooleanField({ optional: true, description: 'true resolves it, false reopens it' })
  resolved?: boolean;
}
