import { formOf } from '#modules/documents/browser.js';
import type { Node } from 'prosemirror-model';
import { typeOfNode } from '../document/index.js';
import type { PageContext } from '../page-context.js';
import { PictureField } from '../settings/picture-field.js';
import { lengthText, readLength } from '../views/lengths.js';

type Input = NonNullable<NonNullable<NonNullable<ReturnType<typeof formOf>>['data']>[string]['input']>;

/** Words for members of data whose names do not say it. */
const LABELS: Record<string, string> = {
  syntax: 'Language',
  lineNumbers: 'Line numbers',
  fullWidth: 'Full width',
  expandable: 'Fold long code',
  collapsedLineCount: 'Lines shown when folded',
  overflow: 'Long lines',
  defaultExpanded: 'Open at first',
  withFrame: 'Frame',
  alt: 'Words in place of the picture',
  verticalAlignment: 'Vertical place',
  openInAIProviders: 'Offer assistants',
  url: 'Address',
  refDark: 'Picture for dark themes',
};

/** True for a node whose data a form can change. */
export function hasForm(node: Node): boolean {
  return fieldsOf(node).length > 0;
}

/** A form for the data of a node, made from the block catalogue. Each field is written as it is changed. */
export function DataForm({
  node,
  context,
  onChange,
}: {
  node: Node;
  context: PageContext;
  onChange: (changes: Record<string, unknown>) => void;
}) {
  const data = node.attrs['data'] as Record<string, unknown>;
  return (
    <div class="data-form">
      {fieldsOf(node).map(([name, input]) =>
        input === 'picture' ? (
          <PictureField
            key={name}
            context={context}
            label={labelOf(name)}
            chosen={data[name]}
            none="The same"
            onChoose={(ref) => onChange({ [name]: ref ?? undefined })}
          />
        ) : (
          <label key={name}>
            <span>{labelOf(name)}</span>
            <Field input={input} value={data[name]} onChange={(value) => onChange({ [name]: value })} />
          </label>
        ),
      )}
    </div>
  );
}

function Field({
  input,
  value,
  onChange,
}: {
  input: Input;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  if (input === 'flag')
    return (
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : undefined)}
      />
    );
  if (typeof input === 'object') return <Choice choices={input.choices} value={value} onChange={onChange} />;
  if (input === 'date')
    return (
      <input
        type="date"
        value={typeof value === 'string' ? value.slice(0, 10) : ''}
        onChange={({ currentTarget }) =>
          currentTarget.value !== '' && onChange(`${currentTarget.value}T00:00:00.000Z`)
        }
      />
    );
  if (input === 'length') return <LengthInput value={value} onChange={onChange} />;
  const text = typeof value === 'string' || typeof value === 'number' ? value : '';
  if (input === 'number')
    return (
      <input
        type="number"
        min={0}
        value={text}
        onChange={({ currentTarget: { value: typed } }) => onChange(typed === '' ? undefined : Number(typed))}
      />
    );
  return (
    <input type="text" value={text} onChange={({ currentTarget: { value: typed } }) => onChange(typed)} />
  );
}

function LengthInput({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  return (
    <input
      type="text"
      placeholder="300, or 50%"
      value={lengthText(value)}
      onChange={({ currentTarget }) => {
        const length = readLength(currentTarget.value);
        if (length === null) currentTarget.value = lengthText(value);
        else onChange(length);
      }}
    />
  );
}

function Choice({
  choices,
  value,
  onChange,
}: {
  choices: readonly string[];
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  return (
    <select
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    >
      <option value="">As usual</option>
      {choices.map((choice) => (
        <option value={choice}>{choice}</option>
      ))}
    </select>
  );
}

function fieldsOf(node: Node): [string, Input][] {
  const rules = formOf(typeOfNode(node.type.name))?.data ?? {};
  return Object.entries(rules).flatMap(([name, { input }]): [string, Input][] =>
    input && name !== 'id' ? [[name, input]] : [],
  );
}

function labelOf(name: string): string {
  return LABELS[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
