import { Injectable } from '@nestjs/common';
import { ComputeFailed, dependencyKey, SourceDependencies } from '#modules/content/index.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { workingTarget } from '../endpoints/working-target.js';
import type { WorkingInstallation } from '../installations/installations.service.js';
import type { CallPlace } from '../runtime/environment.js';
import type { ScriptAnswer } from '../runtime/call-script.js';
import { ScriptCalls } from '../runtime/script-calls.js';
import type { SourceStates } from './find-source-states.js';
import { type IntegrationSource, partsOf } from './integration-source.js';
import { readDocument } from './read-document.js';
import { InvalidAnswer, readPages, type WantedPage } from './read-pages.js';

/** An installation that computes in a space, with the states of what it may be told of. */
export interface Computation {
  working: WorkingInstallation;
  /** The same for all questions of a computation: its environment is made once. */
  place: CallPlace;
  spaceId: string;
  states: SourceStates;
}

export function begin(working: WorkingInstallation, spaceId: string, states: SourceStates): Computation {
  const place = { installation: working.installation, target: workingTarget(working, 'space', spaceId) };
  return { working, place, spaceId, states };
}

/** Asks scripts what is to stand in pages: `content_compute_revision` and `content_compute_document` of the contract. */
@Injectable()
export class AskScript {
  constructor(
    private readonly calls: ScriptCalls,
    private readonly dependencies: SourceDependencies,
  ) {}

  /** @throws ComputeFailed when the script fails, refuses, or answers what cannot be made pages of; its events say so too. */
  pages(computation: Computation, source: IntegrationSource): Promise<WantedPage[]> {
    return this.ask(computation, 'content_compute_revision', source, (body) =>
      readPages(body, source, this.dependencies),
    );
  }

  /** @throws ComputeFailed as `pages`. */
  document(computation: Computation, source: IntegrationSource): Promise<JSONDocument> {
    return this.ask(computation, 'content_compute_document', source, readDocument);
  }

  private async ask<Answer>(
    { working: { integration, installation }, place, spaceId, states }: Computation,
    type: string,
    { type: sourceType, props, dependencies }: IntegrationSource,
    read: (body: Buffer) => Answer,
  ): Promise<Answer> {
    let result: { answer: Answer } | undefined;
    const refuse = ({ status, body }: ScriptAnswer): string | null => {
      if (status !== 200) return `The script answered ${status}.`;
      try {
        result = { answer: read(body) };
        return null;
      } catch (error) {
        if (error instanceof InvalidAnswer) return error.message;
        throw error;
      }
    };
    const resolved = Object.entries(dependencies).map(([name, { ref }]) => [
      name,
      { ref, value: states.get(dependencyKey(ref)) ?? null },
    ]);
    const event = {
      ...{ type, installationId: installation.id, spaceId, sourceId: partsOf(sourceType)?.sourceId },
      ...{ props, dependencies: Object.fromEntries(resolved) },
    };
    const { failure } = await this.calls.call(integration, place, event, { refuse });
    if (result) return result.answer;
    throw new ComputeFailed(failure ?? 'The script gave no answer.');
  }
}
