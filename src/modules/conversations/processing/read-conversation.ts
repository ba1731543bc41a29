import { Injectable } from '@nestjs/common';
import { Logger } from '#platform/logging/logger.js';
import { findQuestions, type Question } from '../extraction/find-questions.js';
import { maskPersonalData } from '../ingest/mask-personal-data.js';
import { ModelEndpoint } from '../language/model-endpoint.js';
import { SentenceModel } from '../language/sentence-model.js';
import { isEnglish, termsOf } from '../language/terms.js';
import { packVector } from '../language/vector.js';
import type { Conversation } from '../records/conversations.repository.js';
import type { Issue } from '../records/issues.repository.js';

const OWN_MODEL = 'english';
const MOST_ISSUES = 5;
/** So much of a conversation is shown to a model. */
const MOST_SHOWN = 12_000;

/** What of an issue its words say. */
export type Understanding = Pick<Issue, 'terms' | 'vector' | 'model'>;

/** Finds out what conversations ask, with the model that is configured, else with what comes with the product. */
@Injectable()
export class ReadConversation {
  constructor(
    private readonly endpoint: ModelEndpoint,
    private readonly sentences: SentenceModel,
    private readonly logger: Logger,
  ) {}

  /** The questions of the reader. @param mayAsk whether the organization lets others' models read. */
  async questionsIn(conversation: Conversation, mayAsk: boolean): Promise<Question[]> {
    if (mayAsk && this.endpoint.readingModel !== undefined) {
      try {
        const issues = await this.endpoint.readIssues(transcriptOf(conversation));
        return issues.slice(0, MOST_ISSUES).map(({ title, summary }) => ({
          title: maskPersonalData(title.trim()).slice(0, 100),
          summary: maskPersonalData(summary.trim() || title.trim()).slice(0, 300),
        }));
      } catch (error) {
        this.logger.warn('The model did not read a conversation; it is read without', { err: error });
      }
    }
    return findQuestions(conversation.parts, conversation.subject);
  }

  /** What the words of questions say, in their order. */
  async understand(titles: readonly string[], mayAsk: boolean): Promise<Understanding[]> {
    const vectors = await this.vectorsOf(titles, mayAsk);
    return titles.map((title, at) => ({ terms: termsOf(title), ...vectors[at]! }));
  }

  private async vectorsOf(
    titles: readonly string[],
    mayAsk: boolean,
  ): Promise<Pick<Issue, 'vector' | 'model'>[]> {
    const model = this.endpoint.embeddingModel;
    if (mayAsk && model !== undefined && titles.length > 0) {
      try {
        return (await this.endpoint.embed(titles)).map((vector) => ({ vector: packVector(vector), model }));
      } catch (error) {
        this.logger.warn('The model answered no vectors; sentences are compared without it', { err: error });
      }
    }
    const english = titles.filter(isEnglish);
    const made = await this.sentences.embed(english);
    const byTitle = new Map(english.map((title, at) => [title, made[at]!]));
    return titles.map((title) => {
      const vector = byTitle.get(title);
      return vector ? { vector: packVector(vector), model: OWN_MODEL } : { vector: null, model: null };
    });
  }
}

function transcriptOf({ subject, parts }: Conversation): string {
  const messages = parts.map(({ role, body }) => `${role}: ${body}`);
  return [...(subject === null ? [] : [`Subject: ${subject}`]), ...messages]
    .join('\n\n')
    .slice(0, MOST_SHOWN);
}
