import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { EnumField, UrlField } from '#platform/http/fields.js';

export class UpdatePublishingAuthBody {
  @EnumField(['custom', 'integration'], {
    optional: true,
    description:
      'Service that signs in visitors: `custom` is your own, `integration` the one that is installed on the site.',
  })
  backend?: 'custom' | 'integration';

  @UrlField({
    optional: true,
    nullable: true,
    description: 'Address for visitors without a valid token; null for a page that says so.',
    example: 'https://example.com/sign-in',
  })
  fallbackURL?: string | null;
}

@ApiSchema({ name: 'SitePublishingAuth' })
export class PublishingAuthResource {
  @ApiProperty({ enum: ['publishing-auth'] })
  object: 'publishing-auth';

  @ApiProperty({ enum: ['custom', 'integration'] })
  backend: 'custom' | 'integration';

  @ApiPropertyOptional({ description: 'Name of the integration on the site that can sign in visitors.' })
  integration?: string;

  @ApiProperty({ description: 'Key that signs the tokens of visitors (HS256).' })
  privateKey: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Address for visitors without a valid token.' })
  fallbackURL?: string;
}
