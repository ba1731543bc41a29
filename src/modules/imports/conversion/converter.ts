import { Injectable } from '@nestjs/common';
import { ThreadLost, WorkerThread } from '#platform/threads/worker-thread.js';
import { LIMITS } from '../import-limits.js';
import { UnreadableSource } from '../unreadable-source.js';
import type {
  ConversionAnswer,
  ConversionTask,
  ConvertedFile,
  PageFacts,
  SitePageTask,
} from './conversion.types.js';

const THREAD = new URL('./conversion-thread.js', import.meta.url);
const TOO_MUCH = 'It takes too much time or memory to be converted; split it into several.';
const SPENT = `Converting takes longer than the ${LIMITS.convertAllMs / 60_000} minutes of one import; import it separately.`;

/** Makes a converter for each import. */
@Injectable()
export class Converters {
  /** For one page or document. */
  protected readonly timeMs: number = LIMITS.convertMs;

  /** @param signal ends what is being converted at once. */
  open(signal: AbortSignal): Converter {
    return new Converter(this.timeMs, signal);
  }
}

/**
 * Converts what one import reads, in a thread of the import's own: a page may take a minute of the processor, which is
 * not taken from requests, and whoever cancels need not wait for it. What takes too long is lost alone.
 */
export class Converter {
  private readonly thread: WorkerThread<ConversionTask, ConversionAnswer>;
  private leftMs: number = LIMITS.convertAllMs;
  private lastEnd = 0;

  constructor(
    timeMs: number,
    private readonly signal: AbortSignal,
  ) {
    this.thread = new WorkerThread(THREAD, { timeMs, memoryMb: LIMITS.convertMemoryMb });
  }

  /** Writes a file as Markdown of the Git format. @throws UnreadableSource */
  async file(root: string, path: string, target: string): Promise<ConvertedFile> {
    return (await this.convert({ type: 'file', root, path, target })) as ConvertedFile;
  }

  /** Reads a page of a website. @param start of the import. @throws UnreadableSource */
  async facts(html: string, address: string, start: string): Promise<PageFacts> {
    return (await this.convert({ type: 'facts', html, address, start })) as PageFacts;
  }

  /** Addresses of the images of a page of a website. @throws UnreadableSource */
  async images(source: string, address: string): Promise<string[]> {
    return (await this.convert({ type: 'images', source, address })) as string[];
  }

  /** Writes a page of a website as Markdown of the Git format. @throws UnreadableSource */
  async page(task: SitePageTask): Promise<void> {
    await this.convert({ type: 'page', ...task });
  }

  /** Ends the thread. */
  end(): Promise<void> {
    return this.thread.end();
  }

  private async convert(task: ConversionTask): Promise<unknown> {
    if (this.leftMs <= 0) throw new UnreadableSource(SPENT);
    const asked = Date.now();
    try {
      const answer = await this.thread.ask(task, this.signal);
      if ('unreadable' in answer) throw new UnreadableSource(answer.unreadable);
      if ('failure' in answer) throw new Error(answer.failure);
      return answer.result;
    } catch (error) {
      throw error instanceof ThreadLost ? new UnreadableSource(TOO_MUCH) : error;
    } finally {
      const now = Date.now();
      // Tasks run one after the other; the time a task waits does not count.
      this.leftMs -= now - Math.max(asked, this.lastEnd);
      this.lastEnd = now;
    }
  }
}
