import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readBody } from '#modules/publishing/index.js';
import { Config } from '#platform/config/env.js';
import { bearerToken } from '#platform/http/bearer.guard.js';
import { Credentials } from '#platform/http/credentials.js';
import { DomainError, Forbidden, NotFound, PayloadTooLarge } from '#platform/http/errors.js';
import { RateLimiter } from '#platform/http/rate-limiter.js';
import { currentContext } from '#platform/logging/context.js';
import { FrontDoor, type WebHandler } from '#platform/web/front-door.js';
import { sendError } from '#platform/web/send-error.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { Integrations } from '../catalog/integrations.service.js';
import { Installations } from '../installations/installations.service.js';
import type { Installation } from '../installations/installations.repository.js';
import { type InstallationTarget, type TargetKind } from '../installations/targets.repository.js';
import type { CallPlace } from '../runtime/environment.js';
import { ScriptCalls } from '../runtime/script-calls.js';
import { policyText } from './declared-policy.js';
import { VISITOR_SIGN_IN, VisitorSignIn } from './visitor-sign-in.js';
import { workingTarget } from './working-target.js';
import { headersForScript, headersOfScript } from './passed-headers.js';
import { ENDPOINTS } from '../catalog/integration-urls.js';
import { type EndpointAddress, endpointAddress } from './endpoint-address.js';
import { PublishedScripts, SCRIPTS } from './published-scripts.js';

/** Methods that the runtime supports; it refuses others. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Methods that the contract writes in lower case; a script that makes a request of one has it in capitals again. */
const WRITTEN_SMALL = ['GET', 'POST', 'PUT', 'DELETE'];
const WITHOUT_BODY = ['GET', 'HEAD'];
const MAX_BODY_SIZE = 10 * 2 ** 20;
/** Values of `Sec-Fetch-Dest` for resources that run in the page that loads them, or change its style. */
const RUNNING = new Set([
  ...['script', 'worker', 'sharedworker', 'serviceworker', 'audioworklet', 'paintworklet', 'json'],
  ...['style', 'xslt', 'manifest', 'object', 'embed'],
]);

/** Takes requests for the addresses that scripts of integrations answer at from the HTTP server: their bodies are not ours to read. */
@Injectable()
export class IntegrationRequests implements WebHandler {
  private readonly url: URL;
  private readonly base: string;

  constructor(
    config: Config,
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly calls: ScriptCalls,
    private readonly scripts: PublishedScripts,
    private readonly visitors: VisitorSignIn,
    private readonly credentials: Credentials,
    private readonly limiter: RateLimiter,
    private readonly door: FrontDoor,
  ) {
    this.url = new URL(config.publicUrl);
    this.base = config.basePath;
  }

  /** Answers a request for an integration; other requests go on to `next`. */
  handle(message: IncomingMessage, response: ServerResponse, next: () => void): void {
    const own = this.door.addressOf(message);
    const path = own.split('?', 1)[0] ?? '';
    if (![ENDPOINTS, SCRIPTS, VISITOR_SIGN_IN].some((first) => path.startsWith(`/${first}/`))) return next();
    this.door.measure(message, response, 'integration');
    const fail = (error: DomainError | null) => sendError(error, response);
    this.door.run(message, response, { fail }, async () => {
      refusePartOfPage(message.headers);
      this.limiter.take(`${ENDPOINTS} ${currentContext().address}`, response as never);
      if (await this.scripts.send(path, message, response)) return;
      if (await this.signIn(own, message, response)) return;
      await this.answer(own, path, message, response);
    });
  }

  private async answer(
    own: string,
    path: string,
    message: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const method = message.method ?? 'GET';
    if (!METHODS.includes(method)) {
      response.writeHead(405, { Allow: METHODS.join(', ') }).end();
      return;
    }
    const { integration, place } = await this.find(path);
    if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_SIZE)
      throw new PayloadTooLarge('The body is larger than 10 MB.');
    const body = WITHOUT_BODY.includes(method) ? undefined : await readBody({ message }, MAX_BODY_SIZE);
    const url = `${this.url.origin}${this.base}${own}`;
    const headers = headersForScript(message.headers, await this.foreign(message.headers.authorization));
    const { installation, target } = place;
    const event = {
      type: 'fetch',
      ...(installation && { installationId: installation.id }),
      ...(target && { [`${target.kind}Id`]: target.targetId }),
      request: { url, method: eventMethod(method), headers },
    };
    const { answer, failure } = await this.calls.call(integration, place, event, { body });
    if (!answer) throw new DomainError(502, `The integration did not answer: ${failure ?? 'it failed'}`);
    response.writeHead(
      answer.status,
      headersOfScript(answer.headers, policyText(integration.contentSecurityPolicy)),
    );
    response.end(method === 'HEAD' ? undefined : answer.body);
  }

  /** Sends a visitor to where an integration signs them in; false for other addresses. */
  private async signIn(own: string, { method }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const url = new URL(own, this.url.origin);
    const [, first, organizationId, siteId] = url.pathname.split('/');
    if (first !== VISITOR_SIGN_IN || !WITHOUT_BODY.includes(method ?? '')) return false;
    const location = url.searchParams.get('location') ?? undefined;
    const { answer, failure } = await this.visitors.request(organizationId ?? '', siteId ?? '', location);
    if (!answer)
      throw new DomainError(502, `Nobody could sign you in: ${failure ?? 'the integration failed'}`);
    response.writeHead(answer.status, {
      ...headersOfScript(answer.headers, undefined),
      'cache-control': 'no-store',
    });
    response.end(answer.body);
    return true;
  }

  /** @throws NotFound for addresses without an active integration. */
  private async find(path: string): Promise<{ integration: Integration; place: CallPlace }> {
    const wanted = endpointAddress(path);
    const integration = wanted && (await this.integrations.find(wanted.integration));
    if (!integration || !this.integrations.scriptOf(integration)) throw new NotFound('integration');
    return { integration, place: await this.findPlace(wanted, integration) };
  }

  private async findPlace(wanted: EndpointAddress, { id }: Integration): Promise<CallPlace> {
    if (wanted.installationId === undefined) return {};
    const view = await this.installations.findById(wanted.installationId);
    const installation = view?.integration.id === id ? view.installation : null;
    // One that waits for its settings may be getting them: whoever signs in somewhere comes back here.
    if (!installation || installation.status === 'paused') throw new NotFound('installation');
    if (!wanted.target) return { installation };
    const { kind, id: targetId } = wanted.target;
    const stored = await this.installations.findTarget(installation.id, kind, targetId);
    const target = stored ?? (await this.workingOn(installation, kind, targetId));
    if (!target || target.status === 'paused') throw new NotFound('installation');
    return { installation, target };
  }

  /** For an installation on all spaces or sites, targets are not stored one by one. */
  private async workingOn(
    { id, organizationId }: Installation,
    kind: TargetKind,
    targetId: string,
  ): Promise<InstallationTarget | null> {
    const working = await this.installations.findWorking(organizationId, kind, targetId);
    const own = working.find(({ installation }) => installation.id === id);
    return own ? workingTarget(own, kind, targetId) : null;
  }

  /** The header when it authenticates the caller to the script; credentials of this server are never passed on. */
  private async foreign(authorization: string | undefined): Promise<string | undefined> {
    if (authorization === undefined) return undefined;
    const token = bearerToken(authorization);
    if (token === undefined) return /^basic /i.test(authorization) ? undefined : authorization;
    return token.startsWith('bdy_') || (await this.credentials.read(token)) ? undefined : authorization;
  }
}

/**
 * Answers of scripts must not become part of our own pages: markup on one of them could run them where members are
 * signed in. Pages of other hosts may load them.
 * @throws Forbidden
 */
function refusePartOfPage({
  'sec-fetch-site': site,
  'sec-fetch-dest': destination = '',
}: IncomingHttpHeaders): void {
  if (site === 'same-origin' && RUNNING.has(String(destination)))
    throw new Forbidden('Pages of this origin load no scripts or styles of integrations from here.');
}

function eventMethod(method: string): string {
  return WRITTEN_SMALL.includes(method) ? method.toLowerCase() : method;
}
