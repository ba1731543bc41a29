import { BooleanField, EnumField, TextField } from '#platform/http/fields.js';
import { PageQuery } from '#platform/http/page.dto.js';

const METADATA = 'True to include what Git says about the content; it changes without the content changing.';
const EVALUATED =
  'true: expressions are answered as their values, conditions are decided; deterministic-only: only those that do not depend on who reads.';
const COMPUTED = 'True to compute content that has a source elsewhere.';

/** Query of every operation that reads content. */
export class ContentQuery {
  @BooleanField({ optional: true, default: true, description: METADATA })
  metadata?: boolean;

  @BooleanField({ optional: true, default: true, description: COMPUTED })
  computed?: boolean;
}

/** Query of every operation that answers a text. */
export class DocumentQuery {
  @EnumField(['true', 'false', 'deterministic-only'], {
    optional: true,
    description: EVALUATED,
  })
  evaluated?: 'true' | 'false' | 'deterministic-only';

  @EnumField(['true', 'false', 'reusable-contents'], {
    optional: true,
    description: 'true and reusable-contents: reusable contents stand in the text where it includes them.',
  })
  dereferenced?: 'true' | 'false' | 'reusable-contents';
}

export class DocumentByIdQuery {
  @EnumField(['current', 'next'], {
    optional: true,
    description: 'Version of the document model; there is one, so both answer the same.',
  })
  schema?: 'current' | 'next';
}

export class PageContentQuery extends DocumentQuery {
  @BooleanField({ optional: true, default: true, description: METADATA })
  metadata?: boolean;

  @BooleanField({ optional: true, default: true, description: COMPUTED })
  computed?: boolean;

  @EnumField(['document', 'markdown'], {
    optional: true,
    description: 'The form of the text; left out when absent.',
  })
  format?: 'document' | 'markdown';

  @EnumField(['relative', 'stable'], {
    optional: true,
    default: 'relative',
    description:
      'Form of links in Markdown. relative: pages as relative file paths, files as addresses to download them; stable: by id, as /pages/{id}, /spaces/{id}/pages/{id}, /files/{id} and so on.',
  })
  'format.markdown.refs'?: 'relative' | 'stable';
}

export class ContentListQuery extends PageQuery {
  @BooleanField({ optional: true, default: true, description: METADATA })
  metadata?: boolean;

  @BooleanField({ optional: true, default: true, description: COMPUTED })
  computed?: boolean;
}

export class SpaceContentParams {
  @TextField({ max: 64 })
  spaceId: string;
}

export class SpaceRevisionParams extends SpaceContentParams {
  @TextField({ max: 64 })
  revisionId: string;
}

export class RevisionPageParams extends SpaceRevisionParams {
  @TextField({ max: 64 })
  pageId: string;
}
