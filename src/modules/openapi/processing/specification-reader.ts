import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { SpecProblem } from '../openapi-spec.entity.js';
import { UnreadableSpecification } from './specification.js';

const WORKER = new URL('../assets/specification-worker.mjs', import.meta.url);
/** Timeout of reading a specification, which includes fetching its files. */
const TIME_LIMIT_MS = 180_000;
/** Timeout of validation, without which a specification is complete, too. */
const CHECK_LIMIT_MS = 60_000;
/** Time for which an idle thread is kept for the next specification, because it has loaded the libraries. */
const IDLE_MS = 10_000;

/** A specification that could be read. */
export interface ReadSpecification {
  /** JSON of OpenAPI 3.1, in one piece. */
  json: string;
  /** Changes whenever the source, or a file that it refers to, changes. */
  hash: string;
  /** True when the specification was bundled from several files. */
  hasFiles: boolean;
  /** Deviations from the standard that do not prevent showing the specification. */
  problems: SpecProblem[];
  /** Number of all problems; `problems` holds the first of them. */
  problemCount: number;
}

/** Fetches a file that a source refers to; `place` is the path of the reference. `read` throws its errors, too. */
export type FetchFile = (address: string, place: string) => Promise<string>;

type Answer =
  | { json: string; hash: string; hasFiles: boolean }
  | { problems: SpecProblem[]; problemCount: number }
  | { unreadable: string }
  | { isFetchFailed: true }
  | { fetch: string; place: string };

/**
 * Reads JSON or YAML of OpenAPI 2.0, 3.0 or 3.1 as 3.1, one specification after the other, in a separate thread: the
 * event loop stays free, and the process survives a source that takes too much memory or time. Schemas stay references
 * to `components`, so circular ones need no special case. Deviations from the standard are reported and kept: most of a
 * reference serves a reader better than none.
 */
@Injectable()
export class SpecificationReader {
  /** Enough for a generated specification of 10 MB. */
  protected readonly memoryMb: number = 1024;
  protected readonly timeLimitMs: number = TIME_LIMIT_MS;
  /** True to validate the specification against the standard. */
  protected readonly isChecking: boolean = true;
  private worker?: Worker;
  private idle?: NodeJS.Timeout;
  private last: Promise<unknown> = Promise.resolve();

  /**
   * @param url address of the source, against which its references are resolved; undefined for a text.
   * @throws UnreadableSpecification
   */
  read(source: string, url: string | undefined, fetchFile: FetchFile): Promise<ReadSpecification> {
    const turn = this.last.then(() => this.readNow({ source, url, isChecking: this.isChecking }, fetchFile));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async readNow(source: Source, fetchFile: FetchFile): Promise<ReadSpecification> {
    clearTimeout(this.idle);
    this.worker ??= this.start();
    const reading = new Reading(this.worker, fetchFile, this.timeLimitMs);
    try {
      return await reading.run(source);
    } finally {
      if (reading.isThreadLost) this.stop();
      else this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  /** The thread does not keep the process from ending. */
  private start(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: this.memoryMb };
    const worker = new Worker(WORKER, { execArgv: [], resourceLimits });
    worker.unref();
    return worker;
  }

  private stop(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}

/** The reading of one specification in the thread. */
class Reading {
  isThreadLost = false;
  private read?: Omit<ReadSpecification, 'problems' | 'problemCount'>;
  private failure: unknown;

  constructor(
    private readonly worker: Worker,
    private readonly fetchFile: FetchFile,
    private readonly timeLimitMs: number,
  ) {}

  run(source: Source): Promise<ReadSpecification> {
    const { worker } = this;
    let release = (): void => undefined;
    return new Promise<ReadSpecification>((resolve, reject) => {
      const lose = (): void => {
        this.isThreadLost = true;
        if (this.read) resolve({ ...this.read, problems: [UNCHECKED], problemCount: 1 });
        else reject(new UnreadableSpecification(TOO_MUCH));
      };
      let timer = setTimeout(lose, this.timeLimitMs);
      const take = (answer: Answer): void => {
        if ('fetch' in answer) return void this.answerFetch(answer.fetch, answer.place);
        if ('json' in answer) {
          this.read = answer;
          clearTimeout(timer);
          timer = setTimeout(lose, CHECK_LIMIT_MS);
        } else if ('problems' in answer && this.read) resolve({ ...this.read, ...answer });
        else if ('unreadable' in answer) reject(new UnreadableSpecification(answer.unreadable));
        else reject(this.failure as Error);
      };
      worker.on('message', take).on('error', lose).on('exit', lose);
      release = () => {
        clearTimeout(timer);
        worker.off('message', take).off('error', lose).off('exit', lose);
      };
      worker.postMessage(source);
    }).finally(() => release());
  }

  private async answerFetch(fetched: string, place: string): Promise<void> {
    try {
      this.worker.postMessage({ fetched, text: await this.fetchFile(fetched, place) });
    } catch (error) {
      this.failure ??= error;
      this.worker.postMessage({ fetched, isFailed: true });
    }
  }
}

interface Source {
  source: string;
  url: string | undefined;
  isChecking: boolean;
}

const TOO_MUCH = 'The source takes too much time or memory to be read; split it, or send it as JSON.';
const UNCHECKED: SpecProblem = { message: 'The specification could not be checked against the standard.' };
