import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from '#platform/logging/logger.js';
import { Metrics } from '#platform/metrics/metrics.js';
import { Config } from '#platform/config/env.js';
import { allowOrigins } from '#platform/http/cors.js';
import { ClientAddress } from '#platform/http/client-address.js';
import { entrance } from '#platform/http/entrance.js';
import { refuseNulInPath, refuseOtherContentTypes, requestContext } from '#platform/http/request-context.js';
import { sendJsonDirectly } from '#platform/http/send-json.js';
import { Urls } from '#platform/http/urls.js';
import { FrontDoor } from '#platform/web/front-door.js';
import { IntegrationRequests } from '#modules/integrations/index.js';
import { MemberRequests } from '#modules/member-pages/index.js';
import { SiteRequests } from '#modules/publishing/index.js';
import { serveOpenApi } from './openapi/index.js';

/** Reverse proxies keep connections for 60 s: one that we close earlier may be closed while a request is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** Applies to a created application what every entry point and every test needs alike. */
export function configureApp(app: INestApplication): void {
  const express = app as NestExpressApplication;
  // JSON has entity tags of ours; those of the framework are weak, and made for refusals too.
  express.disable('etag').disable('x-powered-by').set('query parser', 'extended');
  app.use(requestContext(app.get(Logger), app.get(Metrics), app.get(ClientAddress)));
  allowOrigins(app, app.get(Config).corsOrigins);
  app.use(sendJsonDirectly(app.get(Urls)));
  app.use(refuseNulInPath);
  app.use(refuseOtherContentTypes);
  app.use(entrance(app.get(Urls)));
  serveOpenApi(app);
  servePages(app);
  (app.getHttpServer() as Server).keepAliveTimeout = KEEP_ALIVE_MS;
}

/** The handlers of pages and of scripts of integrations, in the order in which they are asked; the API is asked last. */
function servePages(app: INestApplication): void {
  const handlers = [app.get(SiteRequests), app.get(MemberRequests), app.get(IntegrationRequests)];
  app.get(FrontDoor).mount(app.getHttpServer() as Server, handlers);
}
