import { useEffect, useState } from 'preact/hooks';
import { type Choice, ChoiceList, showChosen } from './choice-list.js';

interface PickerProps<T extends Choice> {
  label: string;
  /** Words in place of an empty field. */
  placeholder: string;
  value?: string;
  find: (query: string) => Promise<T[]>;
  onChoose: (choice: T) => void;
  /** Shows what is within a choice that has more. */
  onMore?: (choice: T) => void;
}

/** A field to search in, with what is found below. */
export function Picker<T extends Choice>(props: PickerProps<T>) {
  const { label, placeholder, value = '', find, onChoose, onMore } = props;
  const [query, setQuery] = useState(value);
  const [choices, setChoices] = useState<readonly T[] | null>(null);
  const [chosen, setChosen] = useState(0);
  useEffect(() => {
    let isNow = true;
    void find(query).then((found) => isNow && setChoices(found));
    return () => {
      isNow = false;
    };
  }, [query]);
  useEffect(() => showChosen('picker', chosen), [chosen]);
  const found = choices ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, currentTarget } = event;
    const choice = found[chosen];
    const isAtEnd = (currentTarget as HTMLInputElement).selectionStart === query.length;
    if (key === 'ArrowDown') setChosen(Math.min(chosen + 1, found.length - 1));
    else if (key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else if (key === 'Enter' && choice) onChoose(choice);
    else if (key === 'ArrowRight' && isAtEnd && choice?.hasMore) onMore?.(choice);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        class="picker-field"
        aria-label={label}
        aria-expanded="true"
        aria-controls="picker"
        aria-activedescendant={found.length > 0 ? `picker-${chosen}` : undefined}
        placeholder={placeholder}
        value={query}
        ref={focusOnce}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ChoiceList id="picker" {...{ label, choices: found, chosen, onChoose, onMore }} />
      {choices?.length === 0 && <p class="picker-empty">Nothing found.</p>}
    </>
  );
}

function focusOnce(input: HTMLInputElement | null): void {
  if (!input || input.dataset['seen'] !== undefined) return;
  input.dataset['seen'] = '';
  input.focus();
  input.select();
}
