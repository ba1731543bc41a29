import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { requireMember } from '#modules/organizations/index.js';
import { Uploads } from '#modules/storage/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { CreateUploadBody, ImportOrganizationParams, UploadUrlResource } from './imports.dto.js';

/** Addresses to send files to. */
@ApiTags('storage')
@Controller('v1/orgs/:organizationId/storage')
export class AnnounceUploadsController {
  constructor(private readonly uploads: Uploads) {}

  @Post('upload')
  @Authenticated('space:content:write')
  @ApiOperation({ operationId: 'generateStorageUploadURL', summary: 'An address to send one file to' })
  @ApiCreatedResponse({ type: UploadUrlResource })
  async announce(
    @CurrentActor() actor: Actor,
    @Param() { organizationId }: ImportOrganizationParams,
    @Body() { kind, file }: CreateUploadBody,
  ): Promise<UploadUrlResource> {
    // Uploads are nobody's content yet: the operation that takes the key decides about the place it goes to.
    requireMember(actor, organizationId);
    const { key, url } = await this.uploads.announce(organizationId, actor.userId, kind, file);
    return { object: 'storage-signed-url', url, key };
  }
}
