import type { RequestListener, Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from '#platform/logging/logger.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { ClientAddress } from '#platform/http/client-address.js';
import { entrance } from '#platform/http/entrance.js';
import { refuseNulInPath, refuseOtherContentTypes, requestContext } from '#platform/http/request-context.js';
import { sendJsonDirectly } from '#platform/http/send-json.js';
import { Urls } from '#platform/http/urls.js';
import { IntegrationRequests } from '#modules/integrations/index.js';
import { MemberRequests } from '#modules/member-pages/index.js';
import { SiteRequests } from '#modules/publishing/index.js';
import { serveOpenApi } from './openapi.js';

/** Reverse proxies keep connections for 60 s: one that we close earlier may be closed while a request is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** Applies to a created application what every entry point and every test needs alike. */
export function configureApp(app: INestApplication): void {
  const express = app as NestExpressApplication;
  // An ETag of every answer costs a hash of every answer; clients of this API do not use it.
  express.disable('etag').disable('x-powered-by').set('query parser', 'extended');
  app.use(requestContext(app.get(Logger), app.get(Metrics), app.get(ClientAddress)));
  app.use(sendJsonDirectly);
  app.use(refuseNulInPath);
  app.use(refuseOtherContentTypes);
  app.use(entrance(app.get(Urls)));
  serveOpenApi(app);
  servePages(app);
  (app.getHttpServer() as Server).keepAliveTimeout = KEEP_ALIVE_MS;
}

/**
 * Pages go round the API's framework: it would be the larger half of what they cost. So do requests for scripts of integrations:
 * their bodies are not ours to read.
 */
function servePages(app: INestApplication): void {
  const sites = app.get(SiteRequests);
  const members = app.get(MemberRequests);
  const integrations = app.get(IntegrationRequests);
  const server = app.getHttpServer() as Server;
  const [api] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  if (!api) return;
  const others: RequestListener = (request, response) => {
    if (!members.handle(request, response) && !integrations.handle(request, response)) api(request, response);
  };
  server.on('request', (request, response) => sites.handle(request, response, others));
}
