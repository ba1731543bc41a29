import { Worker } from 'node:worker_threads';
import { UnreadableSpecification } from './specification.js';

const WORKER = new URL('../assets/yaml-worker.mjs', import.meta.url);
const TIME_LIMIT_MS = 60_000;
/** Enough for 10 MB that a program wrote. */
const MEMORY_LIMIT_MB = 1024;

type Answer = { json: string } | { error: string };

/** Reads YAML as JSON would say it. @throws UnreadableSpecification */
export async function parseYaml(text: string, memoryMb = MEMORY_LIMIT_MB): Promise<unknown> {
  const answer = await convert(text, memoryMb);
  if ('error' in answer) throw new UnreadableSpecification(`The source is not valid YAML: ${answer.error}`);
  return JSON.parse(answer.json) as unknown;
}

function convert(text: string, memoryMb: number): Promise<Answer> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, {
      workerData: text,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    const timer = setTimeout(() => settle(TOO_MUCH), TIME_LIMIT_MS);
    const settle = (answer: Answer): void => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    worker.once('message', settle);
    worker.once('error', () => settle(TOO_MUCH));
  });
}

const TOO_MUCH: Answer = { error: 'It takes too much time or memory to be read; send it as JSON.' };
