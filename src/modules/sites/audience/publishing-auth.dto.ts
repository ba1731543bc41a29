import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { EnumField, UrlField } from '#platform/http/fields.js';

export class UpdatePublishingAuthBody {
  @EnumField(['custom', 'integration'], {
    optional: true,
    description:
      'Who signs in visitors: `custom` is a service of your own, `integration` the one that is installed on the site.',
  })
  backend?: 'custom' | 'integration';

  @UrlField({
    optional: true,
    nullable: true,
    description: 'Where visitors without a valid token are sent to; null for a page that says so.',
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

  @ApiProperty({ description: 'What the tokens of visitors are signed with (HS256).' })
  privateKey: string;

  @ApiPropertyOptional({ format: 'uri', description: 'Where visitors without a valid token are sent to.' })
  fallbackURL?: string;
}
