import { Ago, MemberTable, Outcome, Section, type ShownPage } from '#modules/member-pages/index.js';
import { fileSize } from '#modules/rendering/index.js';
import { formatDuration } from '../figures.js';
import { operatePage } from '../operate-page.js';
import { type Finding, findingsOf } from './findings.js';
import type { HealthFacts } from './health-facts.types.js';
import { type Level, LEVELS } from './judgement.js';

const WORDS: Readonly<Record<Level, string>> = {
  good: 'Good',
  warning: 'Look at it',
  problem: 'Act now',
};

const SUMMARIES: Readonly<Record<Level, string>> = {
  good: 'All is well.',
  warning: 'It works, but look at what is marked “Look at it”.',
  problem: 'Something needs you now: see what is marked “Act now”.',
};

/** The findings about the installation, its versions and its replicas. */
export function healthPage(base: string, facts: HealthFacts): ShownPage {
  const findings = findingsOf(facts).sort((a, b) => urgency(b) - urgency(a));
  const worst = findings[0]?.level ?? 'good';
  return operatePage(
    base,
    '',
    <>
      {worst === 'good' ? (
        <Outcome notice={SUMMARIES.good} />
      ) : (
        <p class={`operate-summary operate-${worst}`}>{SUMMARIES[worst]}</p>
      )}
      <MemberTable title="Findings" columns={['Part', 'State', 'In words']}>
        {findings.map((finding) => (
          <FindingRow finding={finding} />
        ))}
      </MemberTable>
      <Versions facts={facts} />
      <MemberTable title="Replicas" columns={['Process', 'Connects from', 'Running']}>
        {facts.replicas.map(({ number, address, since }) => (
          <tr>
            <th scope="row">{number}</th>
            <td>{address ?? 'this machine'}</td>
            <td>
              since <Ago at={since} />
            </td>
          </tr>
        ))}
      </MemberTable>
    </>,
  );
}

const urgency = ({ level }: Finding): number => LEVELS.indexOf(level);

function FindingRow({ finding: { part, level, text, remedy } }: { finding: Finding }) {
  return (
    <tr>
      <th scope="row">{part}</th>
      <td>
        <span class={`operate-level operate-${level}`}>{WORDS[level]}</span>
      </td>
      <td>
        {text} {remedy !== null && <span class="operate-remedy">{remedy}</span>}
      </td>
    </tr>
  );
}

function Versions({ facts: { version, node, database, process } }: { facts: HealthFacts }) {
  return (
    <Section title="Versions">
      <dl class="operate-facts">
        <dt>Bindery</dt>
        <dd>{version}</dd>
        <dt>Node.js</dt>
        <dd>{node}</dd>
        <dt>PostgreSQL</dt>
        <dd>{database.version}</dd>
        <dt>Size of the database</dt>
        <dd>{fileSize(database.bytes)}</dd>
        <dt>This process runs for</dt>
        <dd>{formatDuration(process.uptimeMs)}</dd>
      </dl>
    </Section>
  );
}
