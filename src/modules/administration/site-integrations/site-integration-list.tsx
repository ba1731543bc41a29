import {
  counted,
  ButtonForm,
  Danger,
  Empty,
  type FormState,
  Outcome,
  runsScripts,
  scopeWords,
  Section,
  SettingsForm,
} from '#modules/member-pages/index.js';
import {
  effectiveScopesOf,
  type InstallationTarget,
  type InstallationView,
  type IntegrationScope,
} from '#modules/integrations/index.js';

/** The integrations of an organization as one of its sites has them. */
export interface SiteIntegrationsView {
  /** Address of the page. */
  here: string;
  /** Address of the integrations of the organization. */
  all: string;
  /** Integrations that are on the site by themselves. */
  own: readonly { view: InstallationView; target: InstallationTarget }[];
  /** Integrations that are on all sites of the organization. */
  everywhere: readonly InstallationView[];
  /** Further installed integrations that could be put on the site. */
  addable: readonly InstallationView[];
  mayManage: boolean;
  state: FormState;
}

const STATUS: Record<InstallationTarget['status'], string> = {
  active: 'Works',
  pending: 'Waits for a setting',
  paused: 'Paused',
};

/** The integrations on a site with their settings, and those that could be put on it. */
export function SiteIntegrationList(view: SiteIntegrationsView) {
  const { all, own, everywhere, addable, mayManage, state } = view;
  return (
    <>
      <Outcome notice={state.notice} problem={state.problem} />
      {own.length + everywhere.length === 0 && (
        <Empty>
          <p>
            No integration runs on this site.{' '}
            {addable.length > 0 ? (
              mayManage && 'Put one of those below on it.'
            ) : (
              <>
                <a href={all}>Install one in the organization</a> first; then it can be put on this site.
              </>
            )}
          </p>
        </Empty>
      )}
      {own.map((one) => (
        <OnSite {...view} {...one} />
      ))}
      {everywhere.length > 0 && (
        <Section title="On all sites of the organization">
          <p class="member-hint">
            They work here with their default settings. Change that where they are installed.
          </p>
          {everywhere.map((one) => (
            <>
              <h3>
                <Name all={all} view={one} />
              </h3>
              <Rights view={one} />
            </>
          ))}
        </Section>
      )}
      {addable.length > 0 && (
        <Section title="Installed, but not on this site">
          {addable.map((one) => (
            <Addable {...view} view={one} />
          ))}
        </Section>
      )}
      <p>
        <a href={all}>All integrations of the organization</a>
      </p>
    </>
  );
}

function OnSite({
  here,
  all,
  mayManage,
  view,
  target,
}: SiteIntegrationsView & SiteIntegrationsView['own'][number]) {
  const { title } = view.integration;
  return (
    <Section title={title}>
      <p>
        <span class={target.status === 'active' ? 'status status-merged' : 'status'}>
          {STATUS[target.status]}
        </span>{' '}
        <Name all={all} view={view} words="Its page in the organization" />
      </p>
      <Rights view={view} />
      {mayManage ? (
        <Controls here={here} view={view} target={target} />
      ) : (
        <p class="member-hint">People with the role “admin” on the site change it.</p>
      )}
    </Section>
  );
}

function Controls({ here, view, target }: { here: string } & SiteIntegrationsView['own'][number]) {
  const { name, title, configurations } = view.integration;
  const fields = { integration: name };
  const settings = Object.keys(target.configuration).length;
  return (
    <>
      <h3>Settings on this site</h3>
      <SettingsForm
        id={name}
        action={here}
        requestedSettings={configurations.site}
        configuration={target.configuration}
      >
        <input type="hidden" name="integration" value={name} />
      </SettingsForm>
      {target.status === 'paused' ? (
        <ButtonForm action={here} does="resume" label="Resume" whom={title} fields={fields} />
      ) : (
        <ButtonForm action={here} does="pause" label="Pause" whom={title} fields={fields} />
      )}
      <Danger
        summary="Remove"
        whom={title}
        action={here}
        does="remove"
        label="Remove the integration"
        fields={fields}
      >
        <p>
          It stops at once, and {counted(settings, 'setting')} of it on this site{' '}
          {settings === 1 ? 'is' : 'are'} deleted. It stays installed in the organization, and can be put here
          again with its default settings.
        </p>
      </Danger>
    </>
  );
}

function Addable({ here, all, mayManage, view }: SiteIntegrationsView & { view: InstallationView }) {
  const { name, title } = view.integration;
  return (
    <>
      <h3>
        <Name all={all} view={view} />
      </h3>
      <Rights view={view} />
      {mayManage && (
        <ButtonForm
          action={here}
          does="add"
          label="Put it on this site"
          whom={title}
          fields={{ integration: name }}
        />
      )}
    </>
  );
}

function Name({
  all,
  view: { integration },
  words,
}: {
  all: string;
  view: InstallationView;
  words?: string;
}) {
  return (
    <a href={`${all}/${encodeURIComponent(integration.name)}`} dir="auto">
      {words ?? integration.title}
    </a>
  );
}

function Rights({ view: { installation, integration } }: { view: InstallationView }) {
  const scopes: IntegrationScope[] = [...effectiveScopesOf(installation, integration)];
  return (
    <>
      <p dir="auto">{integration.description}</p>
      {scopes.length === 0 ? (
        <p class="member-hint">It may do nothing beyond what it is told here.</p>
      ) : (
        <>
          <p class="member-hint">It may:</p>
          <ul>
            {scopeWords(scopes).map((words) => (
              <li>{words}</li>
            ))}
          </ul>
        </>
      )}
      {runsScripts(scopes) && (
        <p class="member-hint">
          Its script runs only where the site has an origin of its own, apart from the address at which
          members sign in.
        </p>
      )}
    </>
  );
}
