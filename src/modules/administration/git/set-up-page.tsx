import { GIT_PROVIDERS } from '#modules/git/index.js';
import {
  Choice,
  Field,
  type Option,
  Outcome,
  PostForm,
  Section,
  type ShownPage,
  shownPage,
  Submit,
} from '#modules/member-pages/index.js';
import type { SpaceRecord } from '#modules/spaces/index.js';
import type { SetUpView } from './git-view.types.js';
import { PROVIDER_NAMES, TokenSteps } from './host-steps.js';

/** A list of more is not read; the name is typed. */
const MOST_BRANCHES = 200;

const REPOSITORIES = 'repositories';

/** True for an address over SSH. */
export function isSshAddress(address: string): boolean {
  return /^ssh:/i.test(address) || /^[\w.-]+@[\w.-]+:/.test(address);
}

/** Connects a space with a repository: first its address and what opens it, then the branch and whose pages count. */
export function SetUp({ view }: { view: SetUpView }) {
  const { word, root, importUrl, check, state } = view;
  const typed = isOurs(state.typed) ? state.typed : undefined;
  const valueOf = (name: string, otherwise = ''): string => typed?.get(name) ?? otherwise;
  const address = valueOf('url', view.address);
  const isSsh = isSshAddress(address);
  const isSecondStep =
    state.problem === undefined ? check !== null || (isSsh && typed !== undefined) : isOf(typed, 'connect');
  return (
    <>
      <Outcome {...state} />
      <p>
        A push to the branch comes into the {word}, and what is written here becomes commits. Edits on both
        sides are merged.{' '}
        {word === 'site' && (
          <>
            The file <code>gitbook-docs.yaml</code> says what the site is made of, and the folder of each
            space.
          </>
        )}
        {importUrl !== null && (
          <>
            <a href={importUrl}>Import it once instead</a>.
          </>
        )}
      </p>
      <PostForm action={root} class="member-form git-form">
        <RepositoryFields address={address} valueOf={valueOf} isSsh={isSsh} view={view} />
        {isSecondStep ? (
          <BranchFields view={view} valueOf={valueOf} isSsh={isSsh} />
        ) : (
          <Submit does="check" label="Check" kind="primary" />
        )}
      </PostForm>
    </>
  );
}

/** The page of a space that is not connected. */
export function setUpPage(space: SpaceRecord, view: SetUpView): ShownPage {
  return shownPage(
    { title: 'Git', heading: 'Keep the space in sync with Git', space, tab: 'git', bundles: ['forms'] },
    <SetUp view={view} />,
  );
}

type ValueOf = (name: string, otherwise?: string) => string;

function RepositoryFields({
  address,
  valueOf,
  isSsh,
  view: { check, repositories },
}: {
  address: string;
  valueOf: ValueOf;
  isSsh: boolean;
  view: SetUpView;
}) {
  const providers: Option[] = GIT_PROVIDERS.map((name) => [name, PROVIDER_NAMES[name]]);
  return (
    <Section title="1. The repository">
      <div class="member-form">
        <Field
          name="url"
          label="Address"
          value={address}
          required
          maxLength={2048}
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
          placeholder="https://github.com/example/docs.git"
          hint={
            repositories.length === 0
              ? 'Over HTTPS with a token, or over SSH (git@host:path) with a key that is made for it.'
              : 'One of the linked account of GitHub, which needs no token; or another over HTTPS with a token, or over SSH (git@host:path) with a key that is made for it.'
          }
          list={REPOSITORIES}
        />
        <datalist id={REPOSITORIES}>
          {repositories.map(({ url, owner, name }) => (
            <option value={url}>{`${owner}/${name}`}</option>
          ))}
        </datalist>
        {!isSsh && <AccessFields valueOf={valueOf} />}
        <Choice
          name="provider"
          label="Host"
          chosen={valueOf('provider')}
          options={[['', 'As its address says'], ...providers]}
        />
        {!isSsh && <TokenSteps provider={check?.provider ?? null} />}
      </div>
    </Section>
  );
}

function AccessFields({ valueOf }: { valueOf: ValueOf }) {
  return (
    <>
      <Field
        name="token"
        label="Token"
        type="password"
        value={valueOf('token')}
        maxLength={4096}
        autocomplete="off"
        hint="It reads from the repository and writes to it. It is stored encrypted, and never shown."
      />
      <Field
        name="username"
        label="User name"
        value={valueOf('username')}
        maxLength={255}
        autocomplete="off"
        spellcheck={false}
        hint="Only where the host wants one with the token."
      />
    </>
  );
}

function BranchFields({ view, valueOf, isSsh }: { view: SetUpView; valueOf: ValueOf; isSsh: boolean }) {
  const { check, word } = view;
  const isEmpty = check !== null && check.branches.length === 0;
  return (
    <>
      <Section title="2. What is kept in sync">
        <div class="member-form">
          {isSsh && (
            <p role="status">
              A key is made when you connect. The next page shows it, and says where to paste it.
            </p>
          )}
          {check && (
            <p role="status">
              {isEmpty
                ? `The repository opens, and is empty: its first commit comes from this ${word}.`
                : `The repository opens: ${PROVIDER_NAMES[check.provider]}, ${check.branches.length === 1 ? 'one branch' : `${check.branches.length} branches`}.`}
            </p>
          )}
          <Branch view={view} valueOf={valueOf} />
          <Field
            name="folder"
            label="Folder"
            value={valueOf('folder')}
            maxLength={1024}
            autocomplete="off"
            spellcheck={false}
            dir="ltr"
            placeholder="docs"
            hint={
              word === 'space'
                ? 'Empty for the whole repository. Several spaces can have a folder each.'
                : 'The folder of gitbook-docs.yaml. Empty for the root of the repository.'
            }
          />
          <Directions word={word} chosen={valueOf('priority', isEmpty ? 'bindery' : 'git')} />
          <CommitMessage value={valueOf('commitMessage')} />
        </div>
      </Section>
      <div class="member-actions">
        <Submit does="connect" label="Connect" kind="primary" />
        <Submit does="check" label="Check again" />
      </div>
    </>
  );
}

function Branch({ view: { check }, valueOf }: { view: SetUpView; valueOf: ValueOf }) {
  const branches = check?.branches ?? [];
  const chosen = valueOf('branch', check?.defaultBranch ?? branches[0] ?? 'main');
  if (branches.length === 0 || branches.length > MOST_BRANCHES)
    return (
      <Field
        name="branch"
        label="Branch"
        value={chosen}
        required
        maxLength={255}
        autocomplete="off"
        spellcheck={false}
        dir="ltr"
      />
    );
  return (
    <Choice
      name="branch"
      label="Branch"
      chosen={branches.includes(chosen) ? chosen : (check?.defaultBranch ?? '')}
      options={branches.map((name): Option => [name, name])}
    />
  );
}

const DIRECTIONS = {
  space: [
    {
      value: 'git',
      title: 'The repository counts',
      text: 'Its pages come into the space. Where both have a page at the same place, the repository’s is taken. Pages that only the space has stay, and are written to the repository.',
    },
    {
      value: 'bindery',
      title: 'The space counts',
      text: 'Its pages are written to the branch. Files at the same place and SUMMARY.md are replaced. Other files of the repository stay as they are, and become pages once they are listed.',
    },
  ],
  site: [
    {
      value: 'git',
      title: 'The repository counts',
      text: 'The site gets the structure of gitbook-docs.yaml, and its spaces the pages of their folders. Spaces that only the site has leave it, and stay in the organization.',
    },
    {
      value: 'bindery',
      title: 'The site counts',
      text: 'Its structure is written to gitbook-docs.yaml, and each space gets a folder with its pages. Other files of the repository stay as they are.',
    },
  ],
};

function Directions({ word, chosen }: { word: SetUpView['word']; chosen: string }) {
  return (
    <fieldset class="choice-cards">
      <legend>At first, where both sides have pages</legend>
      {DIRECTIONS[word].map(({ value, title, text }) => (
        <label>
          <input type="radio" name="priority" value={value} checked={value === chosen} />
          <span>
            <strong>{title}</strong>
            <span class="member-hint">{text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The template of the subject of commits. */
export function CommitMessage({ value }: { value: string }) {
  return (
    <Field
      name="commitMessage"
      label="Subject of commits"
      value={value}
      maxLength={500}
      autocomplete="off"
      placeholder="docs: {change_request_subject}"
      hint={
        <>
          Empty for the subject of the change request. <code>{'{change_request_number}'}</code> and{' '}
          <code>{'{change_request_subject}'}</code> are filled in.
        </>
      }
    />
  );
}

const isOf = (form: URLSearchParams | undefined, name: string): boolean => form?.get('do') === name;

function isOurs(form: URLSearchParams | undefined): boolean {
  return isOf(form, 'check') || isOf(form, 'connect');
}
