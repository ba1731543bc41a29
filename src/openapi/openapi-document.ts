import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { describeBodyLimits } from '#platform/http/body/body-limit.js';
import { addExampleBodies } from '#platform/http/body/example-bodies.js';
import { describeHeaders } from './describe-headers.js';
import { describeErrors } from './error-responses.js';
import { describeGroups } from './groups.js';

const DESCRIPTION = `Self-hosted docs platform: content, change requests and published sites.

**Begin.** Make a token at \`/app/tokens\`, press **Authorize**, and paste it. Programs send it as \`Authorization: Bearer bdy_…\`. Each operation names the scope that a token needs, where it was made with some only.

**Bodies** come with an example that is accepted. A name in braces, such as \`{spaceId}\`, stands for the same as in a path: put the id there.

**Lists** answer \`{ items, count, next }\`. Send \`next.page\` back as \`page\`; on the last page \`next\` is absent. \`limit\` is 0 to 1000, 100 when left out.

**Writes** are all or nothing, and on disk when they are answered. \`PATCH\` changes what you send and nothing else. \`DELETE\` answers 204, also when there was nothing to delete. A \`POST\` or \`PATCH\` with an \`Idempotency-Key\` can be sent again without being carried out twice; a write with \`If-Match\` is made only on the state that you know.

**Errors** are \`{ error: { code, message, requestId } }\`; the message names the field and the way out. What you may not see is 404, what you see but may not do is 403. With \`Accept: application/problem+json\` they are problems (RFC 9457).

**Limits.** \`X-RateLimit-Remaining\` tells how many requests of the minute are left, \`Retry-After\` of a 429 how many seconds to wait.`;

/** The OpenAPI document of the running application, without an address of this installation in it. */
export function buildOpenApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Bindery')
    .setDescription(DESCRIPTION)
    .setVersion('1')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addBearerAuth({ type: 'http', scheme: 'bearer' })
    .build();
  const document = SwaggerModule.createDocument(app, config, { autoTagControllers: false });
  const complete = describeHeaders(describeErrors(addExampleBodies(describeBodyLimits(document))));
  return describeGroups(describeScopes(complete));
}

/** Says below each operation which scope a token needs, for explorers do not show extensions. */
function describeScopes(document: OpenAPIObject): OpenAPIObject {
  for (const operation of operationsOf(document)) {
    const scope = operation['x-scope'];
    if (scope === undefined) continue;
    const sentence = `A token needs the scope \`${scope}\`.`;
    operation.description = operation.description ? `${operation.description}\n\n${sentence}` : sentence;
  }
  return document;
}

function operationsOf(document: OpenAPIObject): { description?: string; 'x-scope'?: string }[] {
  return Object.values(document.paths).flatMap((path) => Object.values(path) as object[]);
}
