/* Thread that converts the sources of an import; see converter.ts. */
import { ArchiveError } from '#platform/archive/archive-error.js';
import { TangledHtml } from '#platform/html/parse-html.js';
import { answerTasks } from '#platform/threads/answer-tasks.js';
import { convertFile } from '../files/convert-file.js';
import { UnreadableSource } from '../unreadable-source.js';
import { imagesOfPage, pageFacts, writePage } from '../website/convert-page.js';
import type { ConversionAnswer, ConversionTask } from './conversion.types.js';

answerTasks<ConversionTask, ConversionAnswer>({ carryOut });

async function carryOut(task: ConversionTask): Promise<ConversionAnswer> {
  try {
    return { result: await convert(task) };
  } catch (error) {
    const isForeseen = [UnreadableSource, ArchiveError, TangledHtml].some((kind) => error instanceof kind);
    if (isForeseen) return { unreadable: (error as Error).message };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function convert(task: ConversionTask): unknown {
  switch (task.type) {
    case 'file':
      return convertFile(task.root, task.path, task.target);
    case 'facts':
      return pageFacts(task.html, task.address, task.start);
    case 'images':
      return imagesOfPage(task.source, task.address);
    case 'page':
      return writePage(task);
  }
}
