export { NotificationsModule } from './notifications.module.js';
export { NotificationMail } from './notification-mail.js';
export { MailPreferences, type MailTopics } from './mail-preferences.service.js';
export { type MailRecipient, UnsubscribeLinks } from './unsubscribe-links.js';
export { MAIL_TOPICS, type MailTopic, TOPIC_NAMES } from './topics.js';
