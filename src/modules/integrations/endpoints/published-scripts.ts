import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  body,
  type ReaderRequest,
  SCRIPTS_PATH,
  sendBody,
  type SiteAnswer,
  type SiteScript,
  SiteRoutes,
  SiteScripts,
} from '#modules/publishing/index.js';
import { Urls } from '#platform/http/urls.js';
import { Integrations } from '../catalog/integrations.service.js';
import { effectiveScopesOf } from '../installations/installation-scopes.js';
import { Installations, type WorkingInstallation } from '../installations/installations.service.js';
import { ScriptCalls } from '../runtime/script-calls.js';
import { declaredSources, policyText } from './declared-policy.js';
import { workingTarget } from './working-target.js';
import { secondsToKeep } from './seconds-to-keep.js';

/** First segment of the addresses that renderers elsewhere load scripts from. */
export const SCRIPTS = '~integration-scripts';
/** Seconds that browsers keep a script, and the server one that does not say how long it is good. */
const SECONDS = 300;
/** Seconds until a script that failed is asked for again. */
const SECONDS_AFTER_FAILURE = 60;
const NOTHING = '/* This integration has no script for the site. */\n';
/** Content types that browsers execute as JavaScript. */
const JAVASCRIPT = /^(text|application)\/(x-)?(java|ecma)script\b/i;

/** Scripts that installations bring to the pages of sites: `fetch_published_script` of the contract. */
@Injectable()
export class PublishedScripts implements OnModuleInit {
  private readonly kept = new LRUCache<string, Promise<string>>({ max: 500 });

  constructor(
    private readonly integrations: Integrations,
    private readonly installations: Installations,
    private readonly calls: ScriptCalls,
    private readonly siteScripts: SiteScripts,
    private readonly routes: SiteRoutes,
    private readonly urls: Urls,
  ) {}

  onModuleInit(): void {
    this.siteScripts.register((organizationId, siteId) => this.list(organizationId, siteId));
    this.routes.register({
      matches: (path) => path.startsWith(SCRIPTS_PATH),
      answer: (reader) => this.answer(reader),
    });
  }

  /** Answers a renderer elsewhere; false when the path is that of no script. */
  async send(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const [, organizationId, siteId, installationId] =
      /^\/~integration-scripts\/([\w-]+)\/([\w-]+)\/([\w-]+)\.js$/.exec(path) ?? [];
    if (organizationId === undefined || siteId === undefined || installationId === undefined) return false;
    const found = await this.find(organizationId, siteId, installationId);
    const answer = scriptAnswer(found ? await this.textOf(found, siteId) : NOTHING, 'public');
    answer.headers['Access-Control-Allow-Origin'] = '*';
    sendBody(answer, request, response);
    return true;
  }

  private async answer({ site, path, hasOwnOrigin, visitor }: ReaderRequest): Promise<SiteAnswer | null> {
    // Pages of this kind include no scripts, so none is served: injected markup could name one.
    if (!hasOwnOrigin || visitor.isPreview) return null;
    const id = path.slice(SCRIPTS_PATH.length).replace(/\.js$/, '');
    const found = await this.find(site.organizationId, site.siteId, id);
    return found && scriptAnswer(await this.textOf(found, site.siteId), 'private');
  }

  private async list(organizationId: string, siteId: string): Promise<SiteScript[]> {
    return (await this.injecting(organizationId, siteId)).map(({ installation, integration }) => ({
      id: installation.id,
      url: this.urls.at(SCRIPTS, organizationId, siteId, `${installation.id}.js`),
      policy: policyText(integration.contentSecurityPolicy),
      sources: declaredSources(integration.contentSecurityPolicy),
      cookies: effectiveScopesOf(installation, integration).includes('site:script:cookies'),
    }));
  }

  private async find(
    organizationId: string,
    siteId: string,
    installationId: string,
  ): Promise<WorkingInstallation | null> {
    const all = await this.injecting(organizationId, siteId);
    return all.find(({ installation }) => installation.id === installationId) ?? null;
  }

  private async injecting(organizationId: string, siteId: string): Promise<WorkingInstallation[]> {
    const working = await this.installations.findWorking(organizationId, 'site', siteId);
    return working.filter(
      ({ installation, integration }) =>
        effectiveScopesOf(installation, integration).includes('site:script:inject') &&
        this.integrations.scriptOf(integration) !== null,
    );
  }

  /** The script, from memory where it is known; settings and versions are part of what it is known by. */
  private textOf(working: WorkingInstallation, siteId: string): Promise<string> {
    const { installation, integration, target } = working;
    const key = [
      ...[installation.id, siteId, integration.version],
      ...[installation.updatedAt, target?.updatedAt].map((at) => at?.getTime()),
    ].join(' ');
    const known = this.kept.get(key);
    if (known) return known;
    const made = this.make(working, siteId);
    this.kept.set(
      key,
      made.then(({ text }) => text),
      { ttl: SECONDS_AFTER_FAILURE * 1000 },
    );
    return made.then(({ text, seconds }) => {
      this.kept.set(key, Promise.resolve(text), { ttl: Math.max(1, seconds) * 1000 });
      return text;
    });
  }

  private async make(
    working: WorkingInstallation,
    siteId: string,
  ): Promise<{ text: string; seconds: number }> {
    const { installation, integration } = working;
    const place = { installation, target: workingTarget(working, 'site', siteId) };
    const event = { type: 'fetch_published_script', installationId: installation.id, siteId };
    const { answer } = await this.calls.call(integration, place, event);
    const { status = 0, headers = {} } = answer ?? {};
    // The record of the event has the error; pages are complete without the script.
    if (!answer || status !== 200 || !JAVASCRIPT.test(headers['content-type'] ?? 'text/javascript'))
      return { text: NOTHING, seconds: SECONDS_AFTER_FAILURE };
    const seconds = integration.devTunnelUrl === null ? secondsToKeep(headers['cache-control'], SECONDS) : 1;
    return { text: answer.body.toString('utf8'), seconds };
  }
}

function scriptAnswer(text: string, who: 'public' | 'private') {
  return body(200, text, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': `${who}, max-age=${SECONDS}`,
  });
}
