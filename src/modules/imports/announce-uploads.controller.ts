import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { requireMember } from '#modules/organizations/index.js';
import { Uploads } from '#modules/storage/index.js';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import { Created } from '#platform/http/answers.js';
import { Authenticated } from '#platform/http/authenticated.js';
import { Operation } from '#platform/http/operation.js';
import { CreateUploadBody, ImportOrganizationParams, UploadUrlResource } from './imports.dto.js';

/** Addresses to send files to. */
@ApiTags('storage')
@Controller('v1/orgs/:organizationId/storage')
export class AnnounceUploadsController {
  constructor(private readonly uploads: Uploads) {}

  @Post('upload')
  @Authenticated('space:content:write')
  @Operation('generateStorageUploadURL', 'An address to send one file to')
  @Created(UploadUrlResource)
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
