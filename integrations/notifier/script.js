/* oxlint-disable no-restricted-globals -- it runs in a process that reaches public addresses only */
// Tells a channel of a chat what happens in a space: posts `{ text }` to an incoming webhook, which Slack, Mattermost, Rocket.Chat
// and others take alike.

/** Text for each event, and the setting that turns it on. */
const MESSAGES = {
  space_content_updated: { setting: 'content_updated', say: (space) => `${space} has new content.` },
  space_visibility_updated: {
    setting: 'visibility_updated',
    say: (space) => `Who can read ${space} was changed.`,
  },
};

/** In messages of such chats these three stand for links and names. */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The space as a link, or just "a space" where its name cannot be read. */
async function nameOf(spaceId, { apiEndpoint, apiTokens }) {
  const response = await fetch(`${apiEndpoint}/v1/spaces/${encodeURIComponent(spaceId)}`, {
    headers: { Authorization: `Bearer ${apiTokens.installation}` },
  });
  if (!response.ok) return 'A space';
  const { title, urls } = await response.json();
  return `<${urls.published ?? urls.app}|${escaped(title)}>`;
}

/** @throws when the chat does not take it: then the event is sent again later. */
async function tell(event, environment) {
  const message = MESSAGES[event.type];
  const { configuration } = environment.spaceInstallation ?? {};
  if (!message || !configuration?.[message.setting] || !configuration.webhook_url) return;
  const text = message.say(await nameOf(event.spaceId, environment));
  const response = await fetch(configuration.webhook_url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  if (!response.ok) throw new Error(`The webhook answered ${response.status}.`);
}

export default {
  async fetch(request) {
    const form = await request.formData();
    await tell(JSON.parse(form.get('event')), JSON.parse(form.get('environment')));
    return new Response('ok');
  },
};
