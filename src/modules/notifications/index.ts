export { NotificationsModule } from './notifications.module.js';
export { NotificationMail } from './notification-mail.js';
export { MAIL_TOPICS, type MailTopic } from './topics.js';
