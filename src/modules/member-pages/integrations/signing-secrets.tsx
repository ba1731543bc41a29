import type { WebhookSecret } from '#modules/integrations/index.js';
import { ButtonForm, Copyable, Danger, Section } from '../fields.js';
import { MemberTime } from '../member-time.js';
import type { IntegrationPageView } from './integration-page.types.js';

/** Most secrets at once: the one in use, and the one that replaces it. */
const MOST = 2;

/** The secrets that sign the deliveries of a webhook; only a new one is shown as a whole, and only once. */
export function SigningSecrets({ action, view }: { action: string; view: IntegrationPageView }) {
  const { secrets, made } = view;
  return (
    <Section title="Signing secrets">
      <p>
        Each delivery is signed, so that your server can tell it from a forged one. With two secrets,
        deliveries carry a signature of each.
      </p>
      {made && (
        <div class="member-secret" role="status">
          <p>This is the new secret. It is not shown again: give it to your server now.</p>
          <Copyable label="New signing secret" value={made.secret} />
        </div>
      )}
      <ul class="app-list">
        {secrets.map((secret, place) => (
          <Secret action={action} secret={secret} isNewest={place === 0} isOnly={secrets.length === 1} />
        ))}
      </ul>
      {secrets.length < MOST ? (
        <ButtonForm action={action} does="make-secret" label="Create another secret" />
      ) : (
        <p class="member-hint">There are two: delete the older one once your server has the newer one.</p>
      )}
      <details>
        <summary>Change the secret without losing a delivery</summary>
        <ol>
          <li>Make another secret, and copy it.</li>
          <li>Give it to your server beside the old one. Deliveries are signed with both meanwhile.</li>
          <li>Delete the old secret.</li>
        </ol>
      </details>
    </Section>
  );
}

function Secret({
  action,
  secret: { id, secret, createdAt },
  isNewest,
  isOnly,
}: {
  action: string;
  secret: WebhookSecret;
  isNewest: boolean;
  isOnly: boolean;
}) {
  const name = `…${secret.slice(-4)}`;
  return (
    <li>
      <div class="app-list-main">
        <code>{name}</code>
        <p class="app-list-facts">
          made <MemberTime at={createdAt} /> (UTC)
          {!isOnly && (isNewest ? ', the newer one' : ', the older one')}
        </p>
      </div>
      {!isOnly && (
        <Danger
          summary="Delete"
          whom={`the secret ${name}`}
          action={action}
          does="delete-secret"
          label="Delete the secret"
          fields={{ secret: id }}
        >
          <p>
            Deliveries are signed with the other secret only from then on. A server that knows only this one
            refuses them. It cannot be taken back.
          </p>
        </Danger>
      )}
    </li>
  );
}
