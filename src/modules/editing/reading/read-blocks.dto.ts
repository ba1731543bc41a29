import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { MAX_MARKDOWN_LENGTH } from '#modules/documents/index.js';
import { JsonField, TextField } from '#platform/http/fields.js';
import { EXAMPLE_BLOCK } from '../example-block.js';

export class ReadBlocksBody {
  @TextField({
    max: MAX_MARKDOWN_LENGTH,
    description: 'Text as Markdown, without front matter.',
    example: '# A heading',
  })
  markdown: string;

  /** Checked by the module of documents. */
  @JsonField({
    optional: true,
    description:
      'The document that the Markdown was written from. Blocks that descend from its blocks keep their keys.',
  })
  document?: Record<string, unknown>;
}

export class WriteMarkdownBody {
  /** Checked by the module of documents. */
  @JsonField({
    description: 'The document to write.',
    example: { object: 'document', data: {}, nodes: [EXAMPLE_BLOCK] },
  })
  document: Record<string, unknown>;
}

@ApiSchema({ name: 'ReadBlocks' })
export class ReadBlocksResource {
  @ApiProperty({ enum: ['blocks'] })
  object: 'blocks';

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Blocks as they stand in a document.',
  })
  blocks: object[];
}

@ApiSchema({ name: 'WrittenMarkdown' })
export class WrittenMarkdownResource {
  @ApiProperty({ enum: ['markdown'] })
  object: 'markdown';

  @ApiProperty({ description: 'The document as Markdown, without front matter.' })
  markdown: string;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'The blocks that this Markdown has when it is read, with the keys of the document.',
  })
  blocks: object[];
}
