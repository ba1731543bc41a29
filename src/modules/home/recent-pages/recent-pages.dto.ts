import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';

@ApiSchema({ name: 'RecentPageSpace' })
export class RecentPageSpaceResource {
  @ApiProperty()
  id: string;

  @ApiProperty()
  title: string;

  @ApiPropertyOptional({ description: 'The emoji of the space' })
  emoji?: string;
}

@ApiSchema({ name: 'RecentPageUrls' })
export class RecentPageUrlsResource {
  @ApiProperty({ format: 'uri' })
  app: string;
}

@ApiSchema({ name: 'RecentPage' })
export class RecentPageResource {
  @ApiProperty({ enum: ['recent-page'] })
  object: 'recent-page';

  @ApiProperty({ description: 'Id of the page' })
  id: string;

  @ApiProperty({ description: 'Its title when you read it' })
  title: string;

  @ApiProperty({ type: RecentPageSpaceResource })
  space: RecentPageSpaceResource;

  @ApiProperty({ format: 'date-time' })
  readAt: string;

  @ApiProperty({ type: RecentPageUrlsResource })
  urls: RecentPageUrlsResource;
}
