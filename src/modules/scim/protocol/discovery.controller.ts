import { Get, Param } from '@nestjs/common';
import { Public } from '#platform/http/authenticated.js';
import { NotFound } from '#platform/http/errors.js';
import { Urls } from '#platform/http/urls.js';
import { listResponse, MAX_RESULTS } from './list-query.js';
import { ScimController } from './scim-controller.js';
import { SCIM } from './scim-names.js';
import { SCIM_RESOURCE_TYPES, SCIM_SCHEMAS } from './scim-schemas.js';

/** Tells clients of SCIM the features of this server. */
@ScimController()
export class DiscoveryController {
  constructor(private readonly urls: Urls) {}

  @Get('ServiceProviderConfig')
  @Public()
  config(): object {
    return {
      schemas: [SCIM.providerConfig],
      patch: { supported: true },
      bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
      filter: { supported: true, maxResults: MAX_RESULTS },
      changePassword: { supported: false },
      sort: { supported: false },
      etag: { supported: false },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'Bearer token',
          description: 'A token that an administrator makes on the page "Provisioning"',
          primary: true,
        },
      ],
      meta: { resourceType: 'ServiceProviderConfig', location: this.address('ServiceProviderConfig') },
    };
  }

  @Get('ResourceTypes')
  @Public()
  resourceTypes(): object {
    return listResponse(
      SCIM_RESOURCE_TYPES.map((type) => this.withMeta('ResourceType', 'ResourceTypes', type)),
      SCIM_RESOURCE_TYPES.length,
    );
  }

  @Get('ResourceTypes/:id')
  @Public()
  resourceType(@Param('id') id: string): object {
    return this.withMeta('ResourceType', 'ResourceTypes', found(SCIM_RESOURCE_TYPES, id));
  }

  @Get('Schemas')
  @Public()
  schemas(): object {
    return listResponse(
      SCIM_SCHEMAS.map((schema) => this.withMeta('Schema', 'Schemas', schema)),
      SCIM_SCHEMAS.length,
    );
  }

  @Get('Schemas/:id')
  @Public()
  schema(@Param('id') id: string): object {
    return this.withMeta('Schema', 'Schemas', found(SCIM_SCHEMAS, id));
  }

  private withMeta(resourceType: string, path: string, resource: { readonly id: string }): object {
    return { ...resource, meta: { resourceType, location: this.address(path, resource.id) } };
  }

  private address(...segments: string[]): string {
    return this.urls.at('scim', 'v2', ...segments);
  }
}

function found<T extends { readonly id: string }>(all: readonly T[], id: string): T {
  const one = all.find((candidate) => candidate.id === id);
  if (!one) throw new NotFound('resource');
  return one;
}
