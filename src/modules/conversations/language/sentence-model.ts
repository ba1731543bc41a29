import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

const WORKER = new URL('../assets/sentence-worker.mjs', import.meta.url);
const TIME_LIMIT_MS = 120_000;
/** The model is loaded in a fifth of a second, and takes 100 MB while it is. */
const IDLE_MS = 30_000;

type Answer = { id: number; vectors: Float32Array[] } | { id: number; failure: string };
interface Waiting {
  resolve(vectors: Float32Array[]): void;
  reject(error: Error): void;
}

/** The bundled sentence model: English, offline, in a thread that ends when it is idle. */
@Injectable()
export class SentenceModel implements OnApplicationShutdown {
  private worker?: Worker;
  private idle?: NodeJS.Timeout;
  private last = 0;
  private readonly waiting = new Map<number, Waiting>();

  /** A vector for each text. Fails when the thread does, or takes too long. */
  async embed(texts: readonly string[]): Promise<Float32Array[]> {
    if (texts.length === 0) return [];
    clearTimeout(this.idle);
    this.worker ??= this.start();
    const id = ++this.last;
    const tooLong = setTimeout(
      () => this.stop(new Error('The sentence model takes too long.')),
      TIME_LIMIT_MS,
    );
    try {
      return await new Promise((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        this.worker?.postMessage({ id, texts });
      });
    } finally {
      clearTimeout(tooLong);
      this.waiting.delete(id);
      if (this.waiting.size === 0) this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  onApplicationShutdown(): void {
    this.stop(new Error('The application stops.'));
  }

  /** The thread keeps no process from ending. */
  private start(): Worker {
    const worker = new Worker(WORKER, { execArgv: [] });
    worker.unref();
    const lose = (error: Error) => this.worker === worker && this.stop(error);
    worker.on('message', (answer: Answer) => this.acquire(answer));
    worker.on('error', lose);
    worker.on('exit', () => lose(new Error('The thread of the sentence model ended.')));
    return worker;
  }

  private acquire(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if ('vectors' in answer) waiting?.resolve(answer.vectors);
    else waiting?.reject(new Error(answer.failure));
  }

  private stop(reason?: Error): void {
    clearTimeout(this.idle);
    void this.worker?.terminate();
    this.worker = undefined;
    for (const waiting of this.waiting.values())
      waiting.reject(reason ?? new Error('The thread was stopped.'));
  }
}
