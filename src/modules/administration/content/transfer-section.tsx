import type { ComponentChildren } from 'preact';
import { Choice, Danger, Section } from '#modules/member-pages/index.js';

interface NamedOrganization {
  id: string;
  title: string;
}

/** Gives a space or a collection to another organization; says who loses access, and what stays behind. */
export function TransferSection({
  here,
  what,
  mayTransfer,
  organizations,
  obstacle,
  children,
}: {
  here: string;
  what: 'space' | 'collection';
  mayTransfer: boolean;
  /** Other organizations of which the member is an administrator. */
  organizations: readonly NamedOrganization[];
  /** The reason why it must stay; null when nothing keeps it. */
  obstacle: ComponentChildren | null;
  /** Sentences about losses of access, and about everything that stays behind. */
  children: ComponentChildren;
}) {
  if (!mayTransfer) return null;
  return (
    <Section title="Give it to another organization">
      {organizations.length === 0 ? (
        <p>
          You can give it to an organization of which you are an administrator, too. There is no other one.
        </p>
      ) : obstacle !== null ? (
        <p>{obstacle}</p>
      ) : (
        <Danger
          summary={`Give the ${what} to another organization`}
          action={here}
          does="transfer"
          label={`Give the ${what} away`}
        >
          {children}
          <Choice
            name="organization"
            label="Organization"
            chosen=""
            options={organizations.map(({ id, title }) => [id, title])}
          />
        </Danger>
      )}
    </Section>
  );
}
