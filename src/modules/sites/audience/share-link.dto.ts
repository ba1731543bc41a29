import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { BooleanField, TextField } from '#platform/http/fields.js';
import { SiteParams } from '../site/site.dto.js';

const NAME_LENGTH = 50;

export class ShareLinkParams extends SiteParams {
  @TextField({ description: 'Id of the share link.' })
  shareLinkId: string;
}

export class CreateShareLinkBody {
  @TextField({
    max: NAME_LENGTH,
    description: 'Purpose of the link; readers do not see it.',
    example: 'Partners',
  })
  name: string;
}

export class UpdateShareLinkBody {
  @TextField({ optional: true, max: NAME_LENGTH, example: 'Partners', description: 'Purpose of the link.' })
  name?: string;

  @BooleanField({ optional: true, description: 'False closes the link at once; true opens it again.' })
  active?: boolean;
}

export class ShareLinkUrlsResource {
  @ApiPropertyOptional({
    format: 'uri',
    description: 'The address with the secret; only while the site is published and shared by links.',
  })
  published?: string;
}

@ApiSchema({ name: 'ShareLink' })
export class ShareLinkResource {
  @ApiProperty({ enum: ['share-link'] })
  object: 'share-link';

  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  createdAt: string;

  @ApiProperty({ maxLength: NAME_LENGTH })
  name: string;

  @ApiProperty({ description: 'True if the link opens the site.' })
  active: boolean;

  @ApiProperty({ type: ShareLinkUrlsResource })
  urls: ShareLinkUrlsResource;
}
