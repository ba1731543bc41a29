import type { ComputeTask } from '#platform/compute/compute-task.js';
import type { ParseAnswer, ParseTask, WriteAnswer, WriteTask } from './conversion.types.js';
import { parseText, writeText } from './convert-text.js';

const module = new URL('./convert-text.js', import.meta.url);

export const PARSE_TEXT: ComputeTask<ParseTask, ParseAnswer> = {
  name: 'documents/parse-text',
  module,
  run: parseText,
};

export const WRITE_TEXT: ComputeTask<WriteTask, WriteAnswer> = {
  name: 'documents/write-text',
  module,
  run: writeText,
};
