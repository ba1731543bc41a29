import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  type ComputedContent,
  ComputeFailed,
  type ComputedPlace,
  ComputedSources,
  dependencyKey,
  type Json,
  type PlannedContent,
  SourceDependencies,
  type SourceKind,
} from '#modules/content/index.js';
import { type JSONDocument, parseMarkdown } from '#modules/documents/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { begin, type Computation } from './ask-script.js';
import { ComputePages } from './compute-pages.js';
import {
  digestOf,
  type IntegrationSource,
  InvalidSource,
  readSeed,
  readSource,
  refsOf,
  seedOf,
} from './integration-source.js';
import { SourceInstallations, type SourceOwner } from './source-installations.js';
import { FindSourceStates, type SourceStates } from './find-source-states.js';

/** Scripts that change what they are computed from are asked again, but not all the time. */
const MIN_SECONDS = 30;
const GONE = 'gone';
const GONE_TEXT =
  '{% hint style="warning" %}\nThe integration that makes these pages is not there any more. They stay as they were last.\n{% endhint %}';

/** Pages computed by integrations: sources of the type `integration:<name>:<source>`. */
@Injectable()
export class IntegrationContent implements SourceKind, OnModuleInit {
  readonly types = 'integration:<name>:<source>';
  readonly isSlow = true;

  constructor(
    private readonly sources: ComputedSources,
    private readonly dependencies: SourceDependencies,
    private readonly installations: SourceInstallations,
    private readonly pages: ComputePages,
    private readonly states: FindSourceStates,
    private readonly spaces: Spaces,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sources.register(this);
  }

  owns(type: string): boolean {
    return type.startsWith('integration:');
  }

  /**
   * @throws BadRequest for an integration that is not installed on the space, a source that it does not have, a dependency that
   * the actor or the installation does not see, and when the script gives no pages; Forbidden for those who may not edit the space.
   */
  async plan(actor: Actor, place: ComputedPlace, given: unknown, at: string): Promise<PlannedContent> {
    const { source, owner, computation } = await this.prepare(actor, place, given, at);
    const settled = await this.states.settled(place, refsOf(source), computation.states);
    const seed = seedOf(stateOf(source, owner, settled), this.clock.now());
    // The script could not find a space that is not there yet; it is asked as soon as it is.
    const content = place.isNewSpace
      ? { seed: '', document: null, pages: [] }
      : {
          seed,
          document: null,
          pages: await this.toClient(at, this.pages.pages(computation, place.page, source)),
        };
    return { source: source as unknown as Json, title: owner.source.title, content };
  }

  /** @throws as `plan`. */
  async document(
    actor: Actor,
    place: Omit<ComputedPlace, 'page'>,
    given: unknown,
    at: string,
  ): Promise<JSONDocument> {
    const { source, computation } = await this.prepare(actor, place, given, at);
    return this.toClient(at, this.pages.document(computation, source));
  }

  /** Pages of an integration that is not there any more stay as they are, and say so. */
  async refresh(place: ComputedPlace, stored: Json, seed: string): Promise<ComputedContent | null> {
    const { organizationId, spaceId, page } = place;
    const source = this.stored(stored);
    const owner = source && (await this.installations.find(organizationId, spaceId, source.type));
    if (!source || owner === 'resting' || owner === null) return null;
    const now = this.clock.now();
    const before = readSeed(seed);
    if (owner === 'gone') {
      if (before.state === GONE) return null;
      return { seed: seedOf(GONE, now), document: parseMarkdown(GONE_TEXT).document, pages: null };
    }
    const computation = await this.begin(organizationId, spaceId, source, owner);
    const settled = await this.states.settled(place, refsOf(source), computation.states);
    const state = stateOf(source, owner, settled);
    if (before.state === state) return null;
    const waited = before.at === null ? MIN_SECONDS : (now.getTime() - before.at.getTime()) / 1000;
    if (waited < MIN_SECONDS)
      throw new ComputeFailed('It was computed a moment ago.', Math.ceil(MIN_SECONDS - waited));
    const pages = await this.pages.pagesNow(computation, page, source);
    return { seed: seedOf(state, now), document: null, pages };
  }

  private async prepare(
    actor: Actor,
    { organizationId, spaceId, isNewSpace }: Omit<ComputedPlace, 'page'>,
    given: unknown,
    at: string,
  ): Promise<{ source: IntegrationSource; owner: SourceOwner; computation: Computation }> {
    // The script may use data that the actor cannot see, so only editors of the space decide about it.
    if (!isNewSpace) await this.spaces.requireSpace(actor, spaceId, 'edit');
    const source = this.read(given, at);
    const where = isNewSpace ? null : spaceId;
    const owner = await this.installations.requireInstallation(
      actor,
      organizationId,
      where,
      source.type,
      `${at}.type`,
    );
    const refs = refsOf(source);
    const seen = await this.dependencies.find(actor, organizationId, refs);
    const computation = await this.begin(organizationId, spaceId, source, owner);
    for (const [name, { ref }] of Object.entries(source.dependencies)) {
      const path = `${at}.dependencies.${name}.ref`;
      if (ref.kind === 'space' && ref['space'] === spaceId)
        throw new BadRequest(`${path}: pages of a space cannot be computed from the space itself.`);
      if (!seen.has(dependencyKey(ref)))
        throw new BadRequest(`${path}: there is no such ${ref.kind} here, or you may not see it.`);
      if (!computation.states.has(dependencyKey(ref)))
        throw new BadRequest(
          `${path}: the integration does not get to this ${ref.kind}; install it there first.`,
        );
    }
    return { source, owner, computation };
  }

  private async begin(
    organizationId: string,
    spaceId: string,
    source: IntegrationSource,
    { working }: SourceOwner,
  ): Promise<Computation> {
    const states = await this.states.execute(working.installation.userId, organizationId, refsOf(source));
    return begin(working, spaceId, states);
  }

  private read(given: unknown, at: string): IntegrationSource {
    try {
      return readSource(given, at, this.dependencies);
    } catch (error) {
      if (error instanceof InvalidSource) throw new BadRequest(error.message);
      throw error;
    }
  }

  /** A source as it is stored; null for one that a newer version of the application wrote. */
  private stored(value: Json): IntegrationSource | null {
    try {
      return readSource(value, 'computed', this.dependencies);
    } catch (error) {
      if (error instanceof InvalidSource) return null;
      throw error;
    }
  }

  private async toClient<Value>(at: string, computing: Promise<Value>): Promise<Value> {
    try {
      return await computing;
    } catch (error) {
      if (!(error instanceof ComputeFailed)) throw error;
      throw new BadRequest(`${at}: the integration did not compute it. ${error.message}`);
    }
  }
}

/** Another text whenever the script may say something else. */
function stateOf(source: IntegrationSource, { working }: SourceOwner, states: SourceStates): string {
  const { integration, installation, configuration } = working;
  return digestOf([
    source,
    [integration.id, integration.version, installation.id],
    [installation.configuration, configuration],
    [...states].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
