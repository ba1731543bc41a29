import { Injectable } from '@nestjs/common';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { Glossary } from '../glossary/glossary.service.js';
import { memoryKeys } from '../memory/memory-key.js';
import { TranslationMemory } from '../memory/translation-memory.js';
import type { Term, TranslationProvider } from '../providers/translation-provider.js';
import { TranslationProviders } from '../providers/translation-providers.js';
import { countWords } from '../segments/count-words.js';
import { batchesOf } from './segment-batches.js';
import type {
  SegmentReport,
  SegmentsWatch,
  TranslatedSegments,
  TranslationTask,
} from './translate-segments.types.js';
import { usableTranslation } from './usable-translation.js';

const BATCHES_AT_ONCE = 3;

interface Item {
  text: string;
  words: number;
  /** Terms of the glossary that stand in it. */
  terms: readonly Term[];
  key: Buffer;
}

/** State of a run while its batches are in progress. */
interface Run {
  task: TranslationTask;
  provider: TranslationProvider;
  translations: Map<string, string>;
  report: SegmentReport;
  watch: SegmentsWatch;
}

/** Translates the segments of a run: from the memory what is there, by the provider what is new. */
@Injectable()
export class TranslateSegments {
  constructor(
    private readonly providers: TranslationProviders,
    private readonly glossary: Glossary,
    private readonly memory: TranslationMemory,
  ) {}

  /**
   * Call it outside of transactions: what a provider answers is kept at once.
   * @throws ProviderFailed, and whatever `watch` throws; what was translated before is kept.
   */
  async execute(
    task: TranslationTask,
    segments: readonly string[],
    watch: SegmentsWatch,
  ): Promise<TranslatedSegments> {
    const provider = this.providers.current;
    const items = await this.itemsOf(task, provider, segments);
    const run: Run = { task, provider, watch, translations: new Map(), report: emptyReport(items) };
    const missing = await this.recall(run, items);
    await this.translateAll(run, batchesOf(missing, provider.batch));
    return { translations: run.translations, report: run.report };
  }

  private async itemsOf(
    { organizationId, source, target, instructions }: TranslationTask,
    provider: TranslationProvider,
    segments: readonly string[],
  ): Promise<Item[]> {
    const termsIn = await this.glossary.termFinder(organizationId, source, target);
    const keyOf = memoryKeys({ source, target, instructions, provider: provider.name });
    const items: Item[] = [];
    const eventLoop = new EventLoopYield();
    for (const text of new Set(segments)) {
      const terms = termsIn(text);
      items.push({ text, terms, words: countWords(text, source), key: keyOf(text, terms) });
      await eventLoop.yieldIfDue();
    }
    return items;
  }

  /** Answers what the memory does not have. */
  private async recall({ task, translations, report }: Run, items: readonly Item[]): Promise<Item[]> {
    const known = await this.memory.recall(
      task.organizationId,
      items.map(({ key }) => key),
    );
    const missing = items.filter(({ text }, at) => {
      const translation = known[at];
      if (translation !== undefined) translations.set(text, translation);
      return translation === undefined;
    });
    report.remembered = items.length - missing.length;
    return missing;
  }

  /** A few at once. The first failure ends the run, after what is under way is stored. */
  private async translateAll(run: Run, batches: Item[][]): Promise<void> {
    const waiting = [...batches];
    let hasFailed = false;
    const work = async (): Promise<void> => {
      for (let batch = waiting.shift(); batch && !hasFailed; batch = waiting.shift()) {
        try {
          await this.translateBatch(run, batch);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    };
    const outcomes = await Promise.allSettled(Array.from({ length: BATCHES_AT_ONCE }, work));
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  }

  private async translateBatch(run: Run, batch: Item[]): Promise<void> {
    const wrong = await this.ask(run, batch);
    // On its own, nothing of the others can have got into it.
    for (const item of wrong) run.report.untranslated += (await this.ask(run, [item])).length;
  }

  /** Asks the provider, and keeps what can be used. Answers the rest. */
  private async ask({ task, provider, translations, report, watch }: Run, items: Item[]): Promise<Item[]> {
    const { source, target, instructions } = task;
    await watch.step({ done: translations.size + report.untranslated, of: report.segments });
    await this.providers.requireAllowed(provider, task.organizationId);
    report.sentWords += countOf(items);
    const request = {
      ...{ source, target, instructions },
      terms: [...new Set(items.flatMap(({ terms }) => terms))],
      segments: items.map(({ text }) => text),
      signal: watch.signal,
    };
    const answers = await provider.translate(request, watch.usage);
    const usable = items.flatMap(({ text, key }, at) => {
      const translation = usableTranslation(text, answers[at] ?? null);
      return translation === null ? [] : [{ text, key, translation }];
    });
    await this.memory.store(task.organizationId, usable);
    for (const { text, translation } of usable) translations.set(text, translation);
    return items.filter(({ text }) => !translations.has(text));
  }
}

function emptyReport(items: readonly Item[]): SegmentReport {
  return {
    segments: items.length,
    words: countOf(items),
    ...{ remembered: 0, sentWords: 0, untranslated: 0 },
  };
}

function countOf(items: readonly Item[]): number {
  return items.reduce((sum, { words }) => sum + words, 0);
}
