type Properties = Record<string, unknown>;

/**
 * A form for what an integration is told about its block. Its names and values are those of the integration's guide; values
 * that are no text, number or box to tick stay as they are.
 */
export function PropertiesForm({
  properties,
  onChange,
}: {
  properties: Properties;
  onChange: (properties: Properties) => void;
}) {
  const shown = Object.entries(properties).filter(([, value]) => typeof value !== 'object');
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const name = (new FormData(form).get('name') as string).trim();
    if (name !== '' && !Object.hasOwn(properties, name)) onChange({ ...properties, [name]: '' });
    form.reset();
  };
  return (
    <div class="data-form">
      {shown.map(([name, value]) => (
        <label key={name}>
          <span>{name}</span>
          <Value value={value} onChange={(changed) => onChange({ ...properties, [name]: changed })} />
        </label>
      ))}
      <form class="new-property" onSubmit={add}>
        <input
          type="text"
          name="name"
          aria-label="Name of a new property"
          placeholder="New property"
          maxLength={100}
        />
        <button class="button button-small">Add</button>
      </form>
    </div>
  );
}

function Value({ value, onChange }: { value: unknown; onChange: (value: unknown) => void }) {
  if (typeof value === 'boolean')
    return (
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    );
  const isNumber = typeof value === 'number';
  return (
    <input
      type="text"
      inputMode={isNumber ? 'decimal' : 'text'}
      value={String(value)}
      onChange={({ currentTarget }) => {
        const typed = currentTarget.value;
        if (isNumber && !Number.isFinite(Number(typed))) currentTarget.value = String(value);
        else onChange(isNumber ? Number(typed) : typed);
      }}
    />
  );
}
