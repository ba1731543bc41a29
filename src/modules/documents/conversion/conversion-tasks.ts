import type { ComputeTask } from '#platform/compute/compute-task.js';
import type { ContentRef } from '../document.types.js';
import type {
  NamedAddress,
  ParseAnswer,
  ParseTask,
  RewriteTask,
  WriteAnswer,
  WriteTask,
} from './conversion.types.js';
import { alignPacked, type DocumentsToAlign } from './align-packed.js';
import type { PackedDocument } from './packed-document.js';
import { rewriteAsking } from './rewrite-asking.js';
import { parseText, writeText } from './convert-text.js';
import { type UntrustedDocument, type ValidationResult, validatePacked } from './validate-packed.js';

const module = new URL('./convert-text.js', import.meta.url);

export const PARSE_TEXT: ComputeTask<ParseTask, ParseAnswer, NamedAddress[], (ContentRef | undefined)[]> = {
  name: 'documents/parse-text',
  module,
  run: parseText,
};

export const WRITE_TEXT: ComputeTask<WriteTask, WriteAnswer> = {
  name: 'documents/write-text',
  module,
  run: writeText,
};

export const REWRITE_TEXT: ComputeTask<RewriteTask, string, NamedAddress[], (ContentRef | undefined)[]> = {
  name: 'documents/rewrite-text',
  module: new URL('./rewrite-asking.js', import.meta.url),
  run: rewriteAsking,
};

export const VALIDATE_DOCUMENT: ComputeTask<UntrustedDocument, ValidationResult> = {
  name: 'documents/validate-document',
  module: new URL('./validate-packed.js', import.meta.url),
  run: validatePacked,
};

export const ALIGN_KEYS: ComputeTask<DocumentsToAlign, PackedDocument> = {
  name: 'documents/align-keys',
  module: new URL('./align-packed.js', import.meta.url),
  run: alignPacked,
};
