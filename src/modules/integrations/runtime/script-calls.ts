import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { newId } from '#platform/ids/ids.js';
import { Logger } from '#platform/logging/logger.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { IntegrationEventsRepository } from '../events/integration-events.repository.js';
import type { EventPayload } from '../events/integration-event.entity.js';
import { recordedPayload } from '../events/recorded-payload.js';
import { DevTunnel } from './dev-tunnel.js';
import { type CallPlace, ScriptEnvironments } from './environment.js';
import { logsToKeep, withoutSecrets } from './masking.js';
import type { ScriptAnswer } from './call-script.js';
import { type ScriptRun, Scripts } from './scripts.js';

export type { CallPlace };

/** Most scripts are done when they have answered; nobody waits longer for what else one does. */
const LOGS_SOON_MS = 20;

/** Options of a request to a script. */
export interface Question {
  /** Body of a `fetch` event. */
  body?: Buffer;
  /** The reason why an answer is invalid; null for a valid one. */
  refuse?: (answer: ScriptAnswer) => string | null;
}

/** An event before it has an id. */
export type NewEvent = { type: string } & Record<string, unknown>;

/** The one place where scripts of integrations are called: in the server, or where their author works on them. */
@Injectable()
export class ScriptCalls implements BeforeApplicationShutdown {
  private readonly later = new Set<Promise<void>>();

  constructor(
    private readonly integrations: Integrations,
    private readonly environments: ScriptEnvironments,
    private readonly scripts: Scripts,
    private readonly tunnel: DevTunnel,
    private readonly events: IntegrationEventsRepository,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Asks the script something, at once, and notes what came of it.
   * @returns `failure` in place of an answer when the script gave none, and logs without secrets. Never throws for what the
   * script does.
   */
  async call(
    integration: Integration,
    place: CallPlace,
    event: NewEvent,
    { body, refuse }: Question = {},
  ): Promise<ScriptRun> {
    const payload = { ...event, eventId: newId() };
    const createdAt = this.clock.now();
    const run = await this.run(integration, place, payload, body);
    const failure = failureOf(run) ?? (run.answer && refuse?.(run.answer)) ?? null;
    const logs = await Promise.race([run.logs, delay(LOGS_SOON_MS, null)]);
    await this.events.insertFinished({
      id: payload.eventId,
      integrationId: integration.id,
      installationId: place.installation?.id ?? null,
      organizationId: place.installation?.organizationId ?? null,
      type: event.type,
      payload: recordedPayload(payload),
      state: failure === null ? 'success' : 'dead',
      failure,
      logs: logs ?? [],
      createdAt,
      finishedAt: this.clock.now(),
    });
    if (logs === null) this.recordLater(payload.eventId, run.logs);
    return refuse && failure !== null ? { failure, logs: run.logs } : run;
  }

  /** The caller has its answer already; later logs of the script are recorded when it is done. */
  private recordLater(eventId: string, logs: ScriptRun['logs']): void {
    const noting = logs
      .then((lines) => this.events.updateLogs(eventId, lines))
      .catch((error: unknown) => this.logger.warn('Recording the log of a script failed', { err: error }))
      .finally(() => this.later.delete(noting));
    this.later.add(noting);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.later);
  }

  /** Hands an event that is recorded already to the script; as `call`. */
  async run(
    integration: Integration,
    place: CallPlace,
    event: EventPayload,
    body?: Buffer,
  ): Promise<ScriptRun> {
    const { environment, secrets } = await this.environments.make(integration, place);
    const call = { event, environment, body };
    const script = this.integrations.scriptOf(integration);
    const tunnelUrl = tunnelOf(integration, place);
    let run: ScriptRun = { failure: 'The integration has no script.', logs: Promise.resolve([]) };
    if (tunnelUrl !== null) run = await this.tunnel.run(tunnelUrl, call);
    else if (script) run = await this.scripts.run(script, call);
    const failure = run.failure === undefined ? {} : { failure: withoutSecrets(run.failure, secrets) };
    return { ...run, ...failure, logs: run.logs.then((lines) => logsToKeep(lines, secrets)) };
  }
}

/**
 * The reason why an event failed; null when it succeeded. Any answer of a script counts as success, except its own
 * errors.
 */
export function failureOf({ answer, failure }: ScriptRun): string | null {
  if (!answer) return failure ?? 'The script gave no answer.';
  if (answer.status < 500 && answer.status !== 429) return null;
  return `The script answered ${answer.status}.`;
}

/** Authors see events of their own organization while they develop, and those of others when they asked for all. */
function tunnelOf(
  { devTunnelUrl, devAll, organizationId }: Integration,
  { installation }: CallPlace,
): string | null {
  return devAll || !installation || installation.organizationId === organizationId ? devTunnelUrl : null;
}
