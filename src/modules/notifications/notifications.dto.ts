import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { BooleanField, ObjectField } from '#platform/http/fields.js';
import type { MailTopics } from './mail-preferences.service.js';
import { MAIL_TOPICS, TOPIC_DESCRIPTIONS } from './topics.js';

/** Has a member for each topic. */
export class UpdateMailTopicsBody {}

export class UpdateNotificationsBody {
  @ObjectField(() => UpdateMailTopicsBody, {
    optional: true,
    description: 'Topics to turn on or off; others stay as they are',
    example: { mentions: false },
  })
  mail?: UpdateMailTopicsBody & Partial<MailTopics>;
}

/** Has a member for each topic. */
@ApiSchema({ name: 'MailTopics' })
export class MailTopicsResource {}

for (const topic of MAIL_TOPICS) {
  const description = TOPIC_DESCRIPTIONS[topic];
  BooleanField({ optional: true, description })(UpdateMailTopicsBody.prototype, topic);
  ApiProperty({ type: Boolean, description })(MailTopicsResource.prototype, topic);
}

@ApiSchema({ name: 'NotificationPreferences' })
export class NotificationPreferencesResource {
  @ApiProperty({ enum: ['notification-preferences'] })
  object: 'notification-preferences';

  @ApiProperty({ type: MailTopicsResource, description: 'Topics of mail to your address' })
  mail: MailTopicsResource & MailTopics;
}
