import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { BooleanField, ObjectField } from '#platform/http/fields.js';
import type { MailTopics } from './mail-preferences.service.js';

const INVITATIONS = 'You are invited to an organization or a space';
const REVIEWS = 'You are asked to review, and what others say of your change requests';
const MENTIONS = 'Somebody mentions you in a comment, a reply or a review';
const DISCUSSIONS = 'Comments and replies in discussions you take part in';

export class UpdateMailTopicsBody {
  @BooleanField({ optional: true, description: INVITATIONS })
  invitations?: boolean;

  @BooleanField({ optional: true, description: REVIEWS })
  reviews?: boolean;

  @BooleanField({ optional: true, description: MENTIONS })
  mentions?: boolean;

  @BooleanField({ optional: true, description: DISCUSSIONS })
  discussions?: boolean;
}

export class UpdateNotificationsBody {
  @ObjectField(() => UpdateMailTopicsBody, {
    optional: true,
    description: 'Topics to turn on or off; others stay as they are',
  })
  mail?: UpdateMailTopicsBody;
}

@ApiSchema({ name: 'MailTopics' })
export class MailTopicsResource implements MailTopics {
  @ApiProperty({ description: INVITATIONS })
  invitations: boolean;

  @ApiProperty({ description: REVIEWS })
  reviews: boolean;

  @ApiProperty({ description: MENTIONS })
  mentions: boolean;

  @ApiProperty({ description: DISCUSSIONS })
  discussions: boolean;
}

@ApiSchema({ name: 'NotificationPreferences' })
export class NotificationPreferencesResource {
  @ApiProperty({ enum: ['notification-preferences'] })
  object: 'notification-preferences';

  @ApiProperty({ type: MailTopicsResource, description: 'What your address gets mail about' })
  mail: MailTopicsResource;
}
