type Rows = [name: string, value: string][];

/** The variables of a page, a row each; an empty row waits at the end. */
export function VariablesField({ rows, onChange }: { rows: Rows; onChange: (rows: Rows) => void }) {
  const all: Rows = [...rows, ['', '']];
  const set = (at: number, name: string, value: string) =>
    onChange(
      all
        .map((row, index): Rows[number] => (index === at ? [name, value] : row))
        .filter((row) => row.some((text) => text !== '')),
    );
  return (
    <fieldset>
      <legend>Variables of the page</legend>
      {all.map(([name, value], at) => (
        <div class="page-settings-variable" key={at}>
          <input
            class="page-settings-code"
            aria-label={`Name of variable ${at + 1}`}
            placeholder="name"
            value={name}
            onInput={({ currentTarget }) => set(at, currentTarget.value, value)}
          />
          <input
            aria-label={`Value of variable ${at + 1}`}
            placeholder="value"
            value={value}
            maxLength={256}
            onInput={({ currentTarget }) => set(at, name, currentTarget.value)}
          />
        </div>
      ))}
    </fieldset>
  );
}
