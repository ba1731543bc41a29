import { JsonField, TextField, UrlField } from '#platform/http/fields.js';
import { MAX_MARKDOWN_LENGTH } from '#modules/documents/index.js';

/** Names inside one batch; other changes of it use them as `ref:<name>`. */
export const REF = {
  max: 100,
  pattern: /^[\w.-]+$/,
  patternMeaning: 'letters, digits, dots, hyphens and underscores',
};

export class DocumentInput {
  @TextField({
    optional: true,
    max: MAX_MARKDOWN_LENGTH,
    description: 'The text as Markdown; front matter sets fields of the page.',
  })
  markdown?: string;

  /** Checked by the module of documents, which leaves long ones to a thread. */
  @JsonField({ optional: true, description: 'The text as a document.' })
  document?: Record<string, unknown>;
}

/** The bytes of a file, in one of three ways. */
export class FileBytesInput {
  @UrlField({ optional: true, description: 'Address from which the server fetches the file.' })
  url?: string;

  @TextField({
    optional: true,
    min: 1,
    max: 512,
    description: 'Key of an upload of the kind `content_file`.',
  })
  key?: string;

  @TextField({ optional: true, max: 1_400_000, description: 'The bytes; at most 1 MB of them.' })
  base64?: string;

  @TextField({
    optional: true,
    max: 255,
    pattern: /^[\w.+-]+\/[\w.+-]+( *; *[\w.+-]+=([\w.+-]+|"[^"\\,]*"))*$/,
    patternMeaning: 'a media type such as image/png',
  })
  contentType?: string;
}

export class InsertFileInput extends FileBytesInput {
  @TextField({ min: 1, max: 256 })
  name: string;

  @TextField({
    optional: true,
    ...REF,
    description: 'Lets documents of the batch name this file as `ref:<name>`.',
  })
  ref?: string;
}
