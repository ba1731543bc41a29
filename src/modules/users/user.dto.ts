import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { TextField, UrlField } from '#platform/http/fields.js';

export class UserParams {
  @TextField({ description: 'Id of the user' })
  userId: string;
}

export class UpdateUserBody {
  @TextField({ optional: true, min: 1, max: 64, example: 'Ann', description: 'Name shown to others' })
  displayName?: string;

  @UrlField({ optional: true, nullable: true, description: 'Address of a picture; null removes it' })
  photoURL?: string | null;
}

@ApiSchema({ name: 'UserUrls' })
export class UserUrlsResource {
  @ApiProperty({ format: 'uri', description: 'Address of this resource' })
  location: string;
}

@ApiSchema({ name: 'User' })
export class UserResource {
  @ApiProperty({ enum: ['user'] })
  object: 'user';

  @ApiProperty()
  id: string;

  @ApiProperty({ description: 'Name shown to others' })
  displayName: string;

  @ApiPropertyOptional()
  email?: string;

  @ApiPropertyOptional({ description: 'Address of a picture' })
  photoURL?: string;

  @ApiProperty({ type: UserUrlsResource })
  urls: UserUrlsResource;
}
