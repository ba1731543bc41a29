import { Danger } from '../fields.js';
import { counted } from '../counted.js';
import { effectiveScopesOf, type InstallationView, pendingScopesOf } from '#modules/integrations/index.js';
import { MemberTable } from '../member-table.js';
import type { IntegrationPageView, TargetRow } from './integration-page.types.js';
import { Scopes } from './scopes.js';
import { SettingsForm } from './settings-form.js';
import { PostForm } from '../forms.js';

interface Installed extends IntegrationPageView {
  installed: InstallationView;
}

interface Props {
  action: string;
  view: Installed;
}

/** An installation: what it may do, where it is, and its settings. */
export function InstallationPart({ action, view }: Props) {
  const { installed, isAdmin, rows } = view;
  const { installation, integration } = installed;
  const requestedSettings = integration.configurations.account;
  return (
    <>
      {isAdmin && <Pending action={action} installed={installed} />}
      <Scopes title="It may" scopes={effectiveScopesOf(installation, integration)} />
      {isAdmin && (
        <>
          <h2>Settings</h2>
          <SettingsForm
            id="account"
            action={action}
            requestedSettings={requestedSettings}
            configuration={installation.configuration}
          />
        </>
      )}
      {rows.length === 0 ? (
        <>
          <h2>Spaces and sites</h2>
          <p>It is on none by itself.</p>
        </>
      ) : (
        <MemberTable title="Spaces and sites" columns={['Where', 'Status', isAdmin ? 'Change' : 'Kind']}>
          {rows.map((row) => (
            <Target action={action} view={view} row={row} />
          ))}
        </MemberTable>
      )}
      {isAdmin && <Reach action={action} view={view} />}
      {isAdmin && <Ends action={action} view={view} />}
    </>
  );
}

/** Additional scopes of a new version: it works without them until they are granted. */
function Pending({
  action,
  installed: { installation, integration },
}: {
  action: string;
  installed: InstallationView;
}) {
  const pending = pendingScopesOf(installation, integration);
  if (pending.length === 0) return null;
  return (
    <PostForm action={action}>
      <p role="status">A new version asks for more. It goes on without until you agree.</p>
      <Scopes title="It asks for" scopes={pending} />
      {integration.scopes.map((scope) => (
        <input type="hidden" name="scope" value={scope} />
      ))}
      <button type="submit" name="do" value="agree" class="button button-primary button-medium">
        Agree
      </button>
    </PostForm>
  );
}

function Target({ action, view, row }: Props & { row: TargetRow }) {
  const { target, title } = row;
  const { kind, targetId, status, configuration } = target;
  const place = `${kind}:${targetId}`;
  return (
    <tr>
      <th scope="row" dir="auto">
        {title}
        <p class="member-hint">{kind}</p>
      </th>
      <td>{status}</td>
      <td>
        {view.isAdmin ? (
          <>
            <details>
              <summary>Settings of {title}</summary>
              <SettingsForm
                id={`${kind}-${targetId}`}
                action={action}
                requestedSettings={view.installed.integration.configurations[kind]}
                configuration={configuration}
              >
                <input type="hidden" name="place" value={place} />
              </SettingsForm>
            </details>
            <PostForm action={action} class="member-actions">
              <input type="hidden" name="place" value={place} />
              {status === 'paused' ? (
                <Press what="resume" label="Resume" where={title} />
              ) : (
                <Press what="pause" label="Pause" where={title} />
              )}
            </PostForm>
            <TargetRemoval action={action} row={row} />
          </>
        ) : (
          kind
        )}
      </td>
    </tr>
  );
}

function TargetRemoval({ action, row: { target, title } }: { action: string; row: TargetRow }) {
  const { kind, targetId, configuration } = target;
  const settings = Object.keys(configuration).length;
  return (
    <Danger
      summary="Remove"
      action={action}
      does="remove"
      label="Remove the integration"
      whom={title}
      fields={{ place: `${kind}:${targetId}` }}
    >
      <p>
        It stops here at once, and {counted(settings, 'setting')} of it for this {kind}{' '}
        {settings === 1 ? 'is' : 'are'} deleted. It stays installed, and can be added again with its default
        settings.
      </p>
    </Danger>
  );
}

function Reach({ action, view }: Props) {
  const { addable, installed } = view;
  const { installation } = installed;
  return (
    <>
      {addable.length > 0 && (
        <PostForm action={action} class="member-form">
          <label for="place">Put it on</label>
          <select id="place" name="place">
            {addable.map(({ kind, id, title }) => (
              <option value={`${kind}:${id}`}>
                {title} ({kind})
              </option>
            ))}
          </select>
          <button type="submit" name="do" value="add" class="button button-secondary">
            Add
          </button>
        </PostForm>
      )}
      <PostForm action={action} class="member-form">
        <Selection id="spaces" label="Spaces" value={installation.spaceSelection} />
        <Selection id="sites" label="Sites" value={installation.siteSelection} />
        <button type="submit" name="do" value="reach" class="button button-secondary">
          Save where it gets to
        </button>
      </PostForm>
    </>
  );
}

function Selection({ id, label, value }: { id: string; label: string; value: string }) {
  return (
    <>
      <label for={id}>{label}</label>
      <select id={id} name={id}>
        <option value="selected" selected={value === 'selected'}>
          Only those above
        </option>
        <option value="all" selected={value === 'all'}>
          All that are open to members
        </option>
      </select>
    </>
  );
}

function Ends({ action, view }: Props) {
  const { installation } = view.installed;
  const name = view.integration.title;
  return (
    <>
      <h2>Pause or uninstall</h2>
      <PostForm action={action} class="member-actions">
        {installation.status === 'paused' ? (
          <Press what="resume" label="Resume" where={name} />
        ) : (
          <Press what="pause" label="Pause" where={name} />
        )}
      </PostForm>
      <Danger
        summary="Uninstall"
        action={action}
        does="uninstall"
        label="Uninstall the integration"
        whom={name}
      >
        <p>
          It stops at once everywhere, loses its access, and its settings for{' '}
          {counted(view.rows.length, 'space or site', 'spaces and sites')} are deleted. This cannot be taken
          back; installed again, it begins with its default settings.
        </p>
      </Danger>
    </>
  );
}

function Press({ what, label, where }: { what: string; label: string; where: string }) {
  return (
    <button
      type="submit"
      name="do"
      value={what}
      class="button button-secondary"
      aria-label={`${label}: ${where}`}
    >
      {label}
    </button>
  );
}
