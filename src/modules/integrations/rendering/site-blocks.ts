import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  asRecord,
  type BlockDrawing,
  type ContentKitOutput,
  DrawnBlock,
  type IntegrationBlockData,
  renderBody,
} from '#modules/rendering/index.js';
import {
  type BlockPlace,
  documentOfBlock,
  IntegrationBlocks,
  json,
  readBody,
  type ReaderRequest,
  type SiteAnswer,
  SiteRoutes,
} from '#modules/publishing/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { Logger } from '#platform/logging/logger.js';
import { workingTarget } from '../endpoints/working-target.js';
import { Installations, type WorkingInstallation } from '../installations/installations.service.js';
import { type BlockTicket, BlockTickets } from './block-tickets.js';
import { type ComponentAnswer, ComponentFailed, Components } from './components.js';

/** Below the root of a site. */
const PATH = '~blocks';
/** Seconds that a drawing is good that does not say so itself. */
const SECONDS = 300;
/** Seconds until a block that could not be drawn is asked for again. */
const SECONDS_AFTER_FAILURE = 60;
const MAX_BODY_SIZE = 256 * 1024;

/** Draws blocks of integrations on pages, in Markdown and in print, and anew when readers do something with them. */
@Injectable()
export class SiteBlocks implements OnModuleInit {
  private readonly kept = new LRUCache<string, BlockDrawing>({ max: 2000 });
  private readonly asking = new Map<string, Promise<BlockDrawing>>();

  constructor(
    private readonly blocks: IntegrationBlocks,
    private readonly routes: SiteRoutes,
    private readonly installations: Installations,
    private readonly components: Components,
    private readonly tickets: BlockTickets,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.blocks.register((place, block) => this.draw(place, block));
    this.routes.register({
      methods: ['POST'],
      matches: (path) => path === PATH,
      answer: (reader) => this.act(reader),
    });
  }

  /** The block as the integration draws it for anybody; without a drawing where it is not installed or fails. */
  private async draw(place: BlockPlace, block: IntegrationBlockData): Promise<BlockDrawing> {
    const working = await this.find(place, block);
    if (!working) return { drawn: null, seconds: SECONDS };
    const key = keyOf(place, block, working);
    const known = this.kept.get(key);
    if (known) return { ...known, seconds: Math.max(1, Math.ceil(this.kept.getRemainingTTL(key) / 1000)) };
    const asking = this.asking.get(key) ?? this.ask(place, block, working, key);
    this.asking.set(key, asking);
    return asking.finally(() => this.asking.delete(key));
  }

  private async ask(
    place: BlockPlace,
    block: IntegrationBlockData,
    working: WorkingInstallation,
    key: string,
  ): Promise<BlockDrawing> {
    const drawing = await this.drawing(place, block, working);
    this.kept.set(key, drawing, { ttl: drawing.seconds * 1000 });
    return drawing;
  }

  private async drawing(
    place: BlockPlace,
    block: IntegrationBlockData,
    working: WorkingInstallation,
  ): Promise<BlockDrawing> {
    try {
      const { output, seconds } = await this.render(place, block, working, {});
      return { drawn: await this.drawnOf(place, block, output), seconds: Math.max(1, seconds ?? SECONDS) };
    } catch (error) {
      // The record of the event has the error; the page shows the stored block.
      if (!(error instanceof ComponentFailed)) this.logger.error('A block was not drawn', { err: error });
      return { drawn: null, seconds: SECONDS_AFTER_FAILURE };
    }
  }

  private async drawnOf(
    place: BlockPlace,
    block: IntegrationBlockData,
    output: ContentKitOutput,
  ): Promise<DrawnBlock | null> {
    if (output.type !== 'element') return null;
    const ticket = this.tickets.write({ ...place, ...block, props: output.props });
    return new DrawnBlock(output.element, output.state, ticket);
  }

  private render(
    { spaceId }: BlockPlace,
    block: IntegrationBlockData,
    working: WorkingInstallation,
    done: { state?: Record<string, unknown>; action?: Record<string, unknown> },
  ): Promise<ComponentAnswer> {
    const { installation, integration } = working;
    const place = { installation, target: workingTarget(working, 'space', spaceId) };
    const context = { type: 'document', spaceId, editable: false, theme: 'light' };
    const request = { componentId: block.block, props: block.props, context, ...done };
    return this.components.render(integration, place, request);
  }

  /** Something a reader did with a block of a page they may read. */
  private async act(reader: ReaderRequest): Promise<SiteAnswer> {
    const { ticket, state, action } = await this.readAct(reader);
    const { site } = reader;
    const isShown =
      ticket.organizationId === site.organizationId &&
      site.spaces.some(({ spaceId }) => spaceId === ticket.spaceId);
    const working = isShown ? await this.find(ticket, ticket) : null;
    if (!working) return uncached(404, { error: 'This block is not here any more.' });
    try {
      const { output } = await this.render(ticket, ticket, working, { state, action });
      const drawn = await this.drawnOf(ticket, ticket, output);
      if (!drawn) return uncached(200, { html: null });
      const { html } = await renderBody(documentOfBlock(ticket, drawn), NO_REFERENCES);
      return uncached(200, { html });
    } catch (error) {
      if (error instanceof ComponentFailed)
        return uncached(502, { error: 'The integration did not answer.' });
      throw error;
    }
  }

  /** @throws BadRequest, PayloadTooLarge */
  private async readAct(
    reader: ReaderRequest,
  ): Promise<{ ticket: BlockTicket; state: Record<string, unknown>; action: Record<string, unknown> }> {
    const text = (await readBody(reader, MAX_BODY_SIZE)).toString('utf8');
    let act: { ticket?: unknown; state?: unknown; action?: unknown };
    try {
      act = asRecord(JSON.parse(text));
    } catch {
      throw new BadRequest('The body must be JSON.');
    }
    const ticket = typeof act.ticket === 'string' ? this.tickets.read(act.ticket) : null;
    const action = asRecord(act.action);
    // Actions with this prefix are for editors and modal windows, which integrations do not handle.
    const name = action['action'];
    if (!ticket || typeof name !== 'string' || name.startsWith('@'))
      throw new BadRequest('The body must name a block and an action.');
    return { ticket, state: asRecord(act.state), action };
  }

  private async find(
    { organizationId, spaceId }: BlockPlace,
    { integration: name, block }: IntegrationBlockData,
  ): Promise<WorkingInstallation | null> {
    const working = await this.installations.findWorking(organizationId, 'space', spaceId);
    return (
      working.find(
        ({ integration }) => integration.name === name && integration.blocks.some(({ id }) => id === block),
      ) ?? null
    );
  }
}

/** Answers to readers' actions cannot refer to users and files; they only have the integration's texts. */
const NO_REFERENCES = { resolveRef: () => null, file: () => null };

/** Cache key of a drawing: the request, the installation and its settings. */
function keyOf(
  { spaceId }: BlockPlace,
  { block, props }: IntegrationBlockData,
  { installation, integration, target }: WorkingInstallation,
): string {
  const parts = [
    ...[spaceId, block, props, installation.id, installation.updatedAt.getTime()],
    ...[integration.version, integration.devTunnelUrl, target?.updatedAt.getTime()],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function uncached(status: number, value: object): SiteAnswer {
  const answer = json(status, value);
  return { ...answer, headers: { ...answer.headers, 'Cache-Control': 'private, no-store' } };
}
