/** What people may be told by mail, each of which they may turn off. */
export const MAIL_TOPICS = ['invitations', 'reviews', 'mentions', 'discussions'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];
