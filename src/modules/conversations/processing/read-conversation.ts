import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { NotFound } from '#platform/http/errors.js';
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
const MAX_ISSUES = 5;
/** Servers refuse more texts at a time. */
const MAX_EMBEDDED = 100;
/** So much of a conversation is shown to a model. */
const MAX_SHOWN = 12_000;

/** Members of an issue that its words determine. */
export type IssueAnalysis = Pick<Issue, 'terms' | 'vector' | 'model'>;

/** Finds out what conversations ask, with the model that is configured, else with what comes with the product. */
@Injectable()
export class ReadConversation {
  constructor(
    private readonly endpoint: ModelEndpoint,
    private readonly sentences: SentenceModel,
    private readonly organizations: Organizations,
    private readonly logger: Logger,
  ) {}

  /** True when the organization lets external models read; null when it was deleted. */
  async mayAsk(organizationId: string): Promise<boolean | null> {
    try {
      return (await this.organizations.getOrganization(organizationId)).ai;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** True when an external model reads conversations. @param mayAsk true when the organization allows it. */
  isAsked(mayAsk: boolean): boolean {
    return mayAsk && this.endpoint.readingModel !== undefined;
  }

  /** The questions of the reader. @param mayAsk whether the organization lets others' models read. */
  async questionsIn(conversation: Conversation, mayAsk: boolean): Promise<Question[]> {
    if (this.isAsked(mayAsk)) {
      try {
        const issues = await this.endpoint.readIssues(transcriptOf(conversation));
        return issues.slice(0, MAX_ISSUES).map(({ title, summary }) => ({
          title: maskPersonalData(title.trim()).slice(0, 100),
          summary: maskPersonalData(summary.trim() || title.trim()).slice(0, 300),
        }));
      } catch (error) {
        this.logger.warn('The model did not read a conversation; it is read without', { err: error });
      }
    }
    return findQuestions(conversation.parts, conversation.subject);
  }

  /** The model that vectors are to be of, and whether it knows all languages. */
  wantedModel(mayAsk: boolean): { model: string; isForAll: boolean } {
    const model = mayAsk ? this.endpoint.embeddingModel : undefined;
    return model === undefined ? { model: OWN_MODEL, isForAll: false } : { model, isForAll: true };
  }

  /** Vectors of the wanted model alone. @throws when it does not answer. */
  async vectorsAnew(titles: readonly string[], mayAsk: boolean): Promise<Pick<Issue, 'vector' | 'model'>[]> {
    const { model, isForAll } = this.wantedModel(mayAsk);
    return isForAll ? this.askedVectors(titles, model) : this.ownVectors(titles);
  }

  /** Terms and vectors of questions, in their order. */
  async extract(titles: readonly string[], mayAsk: boolean): Promise<IssueAnalysis[]> {
    const vectors = await this.vectorsOf(titles, mayAsk);
    return titles.map((title, at) => ({ terms: termsOf(title), ...vectors[at]! }));
  }

  private async vectorsOf(
    titles: readonly string[],
    mayAsk: boolean,
  ): Promise<Pick<Issue, 'vector' | 'model'>[]> {
    const { model, isForAll } = this.wantedModel(mayAsk);
    if (isForAll) {
      try {
        return await this.askedVectors(titles, model);
      } catch (error) {
        this.logger.warn('The model answered no vectors; sentences are compared without it', { err: error });
      }
    }
    return this.ownVectors(titles);
  }

  private async askedVectors(titles: readonly string[], model: string) {
    const vectors: Pick<Issue, 'vector' | 'model'>[] = [];
    for (let at = 0; at < titles.length; at += MAX_EMBEDDED) {
      const made = await this.endpoint.embed(titles.slice(at, at + MAX_EMBEDDED));
      vectors.push(...made.map((vector) => ({ vector: packVector(vector), model })));
    }
    return vectors;
  }

  private async ownVectors(titles: readonly string[]): Promise<Pick<Issue, 'vector' | 'model'>[]> {
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
  return [...(subject === null ? [] : [`Subject: ${subject}`]), ...messages].join('\n\n').slice(0, MAX_SHOWN);
}
