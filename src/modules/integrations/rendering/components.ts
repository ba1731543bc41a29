import { Injectable } from '@nestjs/common';
import { type ContentKitOutput, NotContentKit, readContentKit } from '#modules/rendering/index.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { secondsToKeep } from '../endpoints/seconds-to-keep.js';
import { ScriptCalls } from '../runtime/script-calls.js';
import type { CallPlace } from '../runtime/environment.js';
import type { RenderBody } from './render.dto.js';

/** Request to a component: `RenderIntegrationUI` of the contract. */
export type ComponentRequest<Context = object> = Omit<RenderBody, 'context'> & { context: Context };

export interface ComponentAnswer {
  output: ContentKitOutput;
  /** Seconds for which the answer may be cached; null when it does not say. */
  seconds: number | null;
}

/** A component could not be drawn; the message says why. */
export class ComponentFailed extends Error {}

/** Components of integrations: asked with `ui_render`, and their answers read as ContentKit. */
@Injectable()
export class Components {
  constructor(private readonly calls: ScriptCalls) {}

  /**
   * Asks a component what to draw.
   * @param userId who looks at it; absent for readers of sites.
   * @throws ComponentFailed when the script fails, refuses, or answers no ContentKit.
   */
  async render(
    integration: Integration,
    place: CallPlace,
    request: ComponentRequest,
    userId?: string,
  ): Promise<ComponentAnswer> {
    const { installation, target } = place;
    const event = {
      type: 'ui_render',
      ...(installation && { installationId: installation.id }),
      ...(target && { [`${target.kind}Id`]: target.targetId }),
      ...(userId === undefined ? {} : { auth: { userId } }),
      ...request,
    };
    const { answer, failure } = await this.calls.call(integration, place, event);
    if (!answer) throw new ComponentFailed(failure ?? 'The script failed.');
    if (answer.status !== 200) throw new ComponentFailed(`The integration answered ${answer.status}.`);
    try {
      const output = await readContentKit(answer.body);
      return { output, seconds: secondsToKeep(answer.headers['cache-control'], null) };
    } catch (error) {
      if (error instanceof NotContentKit) throw new ComponentFailed(error.message);
      throw error;
    }
  }
}
