import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { newId } from '#platform/ids/ids.js';
import type { Question } from '../extraction/find-questions.js';
import { type Conversation, ConversationsRepository } from '../records/conversations.repository.js';
import { type Issue, IssuesRepository } from '../records/issues.repository.js';
import { ClusterIssues } from './cluster-issues.js';
import { ReadConversation, type IssueAnalysis } from './read-conversation.js';

const AT_A_TIME = 100;
/** A model may take a minute for each: what was read is stored now and then. */
const AT_A_TIME_ASKED = 20;
/** A job has an hour, and its last round may take twenty minutes and more. */
const MAX_MS = 30 * 60_000;

/** A conversation that was read. */
interface ReadResult {
  conversation: Conversation;
  issues: (Question & IssueAnalysis)[];
}

/** Reads the conversations of an organization that wait, and puts what they ask into clusters. */
@Injectable()
export class ProcessConversations {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly conversations: ConversationsRepository,
    private readonly issues: IssuesRepository,
    private readonly reading: ReadConversation,
    private readonly clustering: ClusterIssues,
  ) {}

  /**
   * Until none waits, or the time is over. What another process did meanwhile is left as it is.
   * @returns whether some are left for another job.
   */
  async execute(organizationId: string): Promise<boolean> {
    const latest = this.clock.now().getTime() + MAX_MS;
    for (;;) {
      // Asked each time: it may be switched off while many wait.
      const mayAsk = await this.reading.mayAsk(organizationId);
      if (mayAsk === null) return false;
      const most = this.reading.isAsked(mayAsk) ? AT_A_TIME_ASKED : AT_A_TIME;
      const waiting = await this.conversations.listWaiting(organizationId, most);
      if (waiting.length === 0) return false;
      if (this.clock.now().getTime() > latest) return true;
      const read = await this.read(waiting, mayAsk);
      await this.db.transaction(() => this.store(organizationId, read));
    }
  }

  private async read(waiting: readonly Conversation[], mayAsk: boolean): Promise<ReadResult[]> {
    const questions: Question[][] = [];
    for (const conversation of waiting) questions.push(await this.reading.questionsIn(conversation, mayAsk));
    const all = questions.flat();
    const understood = await this.reading.extract(
      all.map(({ title }) => title),
      mayAsk,
    );
    const issues = all.map((question, at) => ({ ...question, ...understood[at]! }));
    return waiting.map((conversation, at) => ({
      conversation,
      issues: issues.splice(0, questions[at]!.length),
    }));
  }

  private async store(organizationId: string, read: readonly ReadResult[]): Promise<void> {
    const now = this.clock.now();
    await this.conversations.lockOrganization(organizationId);
    const conversations = read.map(({ conversation }) => conversation);
    const finished = await this.conversations.finish(organizationId, conversations, now);
    const known = await this.issues.ofConversations(organizationId, [...finished]);
    // An issue that is asked as before stays what it is.
    const kept = new Set<string>();
    const added: Issue[] = [];
    for (const { conversation, issues } of read) {
      if (!finished.has(conversation.id)) continue;
      const { createdAt, id: conversationId } = conversation;
      for (const issue of issues) {
        const same = known.find(
          (other) =>
            other.conversationId === conversationId && other.title === issue.title && !kept.has(other.id),
        );
        if (same && same.createdAt.getTime() === createdAt.getTime()) {
          kept.add(same.id);
          continue;
        }
        const fresh = { clusterId: null, neighbours: [], createdAt, ingestedAt: now };
        added.push({ organizationId, id: newId(), conversationId, ...issue, ...fresh });
      }
    }
    const gone = known.filter(({ id }) => !kept.has(id));
    const sourced = known.flatMap(({ clusterId }) => (clusterId === null ? [] : [clusterId]));
    await this.issues.delete(
      organizationId,
      gone.map(({ id }) => id),
    );
    await this.issues.insert(added);
    await this.clustering.assignClusters(organizationId, added, sourced);
  }
}
