import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { describeBodyLimits } from '#platform/http/body/body-limit.js';

/** The OpenAPI document of the running application, without an address of this installation in it. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Bindery')
    .setDescription('Self-hosted docs platform: content, change requests and published sites.')
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer' })
    .build();
  return describeBodyLimits(SwaggerModule.createDocument(app, config, { autoTagControllers: false }));
}

/** Serves Swagger UI at `/docs` and the document at `/openapi.json`; built on the first request for either. */
export function serveOpenApi(app: INestApplication): void {
  let document: OpenAPIObject | undefined;
  SwaggerModule.setup('docs', app, () => (document ??= buildOpenApi(app)), {
    jsonDocumentUrl: 'openapi.json',
    customSiteTitle: 'Bindery API',
    swaggerOptions: { persistAuthorization: true },
  });
}
