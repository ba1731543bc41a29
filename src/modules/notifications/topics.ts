/** What people may be told by mail, each of which they may turn off. */
export const MAIL_TOPICS = ['invitations', 'reviews', 'mentions', 'discussions'] as const;
export type MailTopic = (typeof MAIL_TOPICS)[number];

/** How a topic is called in mail and on pages: "mail about …". */
export const TOPIC_NAMES: Record<MailTopic, string> = {
  invitations: 'invitations to organizations and spaces',
  reviews: 'reviews',
  mentions: 'mentions of you',
  discussions: 'discussions you take part in',
};
