import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { describeBodyLimits } from '#platform/http/body/body-limit.js';
import { addExampleBodies } from '#platform/http/body/example-bodies.js';

/** The OpenAPI document of the running application, without an address of this installation in it. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Bindery')
    .setDescription('Self-hosted docs platform: content, change requests and published sites.')
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer' })
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  return addExampleBodies(describeBodyLimits(document));
}

/** Serves Swagger UI at `/docs` and the document at `/openapi.json`; built on the first request for either. */
export function serveOpenApi(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  app.use('/docs', secureExplorer);
  SwaggerModule.setup('docs', app, () => (document ??= buildOpenApi(app)), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Bindery API',
    // A token that a page keeps could be read by every other page of this origin.
    swaggerOptions: { persistAuthorization: false, docExpansion: 'none', filter: true },
  });
}

/** The explorer's page has inline styles and data URL images. */
const EXPLORER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">';

/** The explorer takes tokens: no other page may show it in a frame. It fits phones, which the library forgets to ask for. */
function secureExplorer(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Content-Security-Policy', EXPLORER_POLICY);
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace('<head>', `<head>${VIEWPORT}`) : body);
  next();
}
