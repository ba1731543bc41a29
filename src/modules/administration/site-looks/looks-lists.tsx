import { Choice, Field, LongField, Tick } from '#modules/member-pages/index.js';
import type { SiteCustomization } from '#modules/sites/index.js';
import { linkLines, targetText } from './link-lines.js';
import { PLATFORMS } from './looks-fields.js';
import { MOST_ROWS } from './read-looks.js';

const EMPTY_ROWS = 2;
const LINES_HINT = 'One link in a line: its words, a bar, its address. Guide | https://example.com/guide';
const STYLES = [
  ['link', 'Link'],
  ['button-primary', 'Filled button'],
  ['button-secondary', 'Button with a border'],
] as const;

/** Links of the header, each with its menu; the last rows are for new ones. */
export function HeaderLinks({ links }: { links: SiteCustomization['header']['links'] }) {
  return (
    <Rows
      items={links}
      label={(item, index) => item?.title ?? `New link ${index - links.length + 1}`}
      draw={(item, row) => (
        <>
          <Field
            name={`${row}.title`}
            label="Words"
            value={item?.title}
            maxLength={64}
            hint="Empty removes the link."
          />
          <Field
            name={`${row}.to`}
            label="Leads to"
            value={targetText(item?.to ?? null)}
            hint="An address, or a path such as /docs; empty where it only opens its menu."
          />
          <Choice name={`${row}.style`} label="Looks like" chosen={item?.style ?? 'link'} options={STYLES} />
          <LongField
            name={`${row}.links`}
            label="Menu below it"
            hint={LINES_HINT}
            rows={2}
            value={linkLines(item?.links ?? [])}
          />
          <Field
            name={`${row}.condition`}
            label="Shown only if"
            value={item?.condition}
            maxLength={1024}
            hint="A condition on the visitor, such as visitor.claims.isBeta; empty for everybody."
          />
        </>
      )}
      name="link"
    />
  );
}

/** Groups of links in the footer. */
export function FooterGroups({ groups }: { groups: SiteCustomization['footer']['groups'] }) {
  return (
    <Rows
      items={groups}
      label={(item, index) => item?.title ?? `New group ${index - groups.length + 1}`}
      draw={(item, row) => (
        <>
          <Field
            name={`${row}.title`}
            label="Heading of the group"
            value={item?.title}
            maxLength={64}
            hint="A group without heading and links is removed."
          />
          <LongField
            name={`${row}.links`}
            label="Links"
            hint={LINES_HINT}
            rows={4}
            value={linkLines(item?.links ?? [])}
          />
        </>
      )}
      name="group"
    />
  );
}

/** Accounts elsewhere, shown as icons. */
export function SocialAccounts({ accounts }: { accounts: SiteCustomization['socialAccounts'] }) {
  return (
    <Rows
      items={accounts}
      label={(item, index) =>
        item ? `${item.platform}: ${item.handle}` : `New account ${index - accounts.length + 1}`
      }
      draw={(item, row) => (
        <>
          <Choice
            name={`${row}.platform`}
            label="Service"
            chosen={item?.platform ?? 'github'}
            options={PLATFORMS.map((name) => [name, name[0]!.toUpperCase() + name.slice(1)] as const)}
          />
          <Field
            name={`${row}.handle`}
            label="Name there"
            value={item?.handle}
            maxLength={255}
            hint="Empty removes the account."
          />
          <Tick name={`${row}.header`} label="In the header" checked={item?.display.header ?? false} />
          <Tick name={`${row}.footer`} label="In the footer" checked={item?.display.footer ?? true} />
        </>
      )}
      name="account"
    />
  );
}

function Rows<Item>({
  items,
  name,
  label,
  draw,
}: {
  items: readonly Item[];
  name: string;
  label: (item: Item | undefined, index: number) => string;
  draw: (item: Item | undefined, row: string) => preact.ComponentChildren;
}) {
  const length = Math.min(MOST_ROWS, items.length + EMPTY_ROWS);
  return (
    <>
      {Array.from({ length }, (_, index) => (
        <details class="looks-row">
          <summary dir="auto">{label(items[index], index)}</summary>
          <div class="member-form">{draw(items[index], `${name}.${index}`)}</div>
        </details>
      ))}
    </>
  );
}
