/** Something to choose. */
export interface Choice {
  title: string;
  detail: string;
  /** True for a choice that holds others. */
  hasMore?: boolean;
}

interface ChoiceListProps<T extends Choice> {
  id: string;
  label: string;
  choices: readonly T[];
  chosen: number;
  onChoose: (choice: T) => void;
  onMore?: (choice: T) => void;
}

/** A list of choices below a field or beside the text, whose keys choose. */
export function ChoiceList<T extends Choice>({
  id,
  label,
  choices,
  chosen,
  onChoose,
  onMore,
}: ChoiceListProps<T>) {
  const press = (act: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  return (
    <ul role="listbox" id={id} aria-label={label}>
      {choices.map((choice, index) => (
        <li
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          onMouseDown={press(() => onChoose(choice))}
        >
          <strong>{choice.title}</strong>
          <span>{choice.detail}</span>
          {choice.hasMore && (
            // The right arrow does the same.
            <span
              class="choice-more"
              title="Headings (→)"
              aria-hidden="true"
              onMouseDown={press(() => onMore?.(choice))}
            >
              #
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Makes the chosen entry of a list visible. */
export function showChosen(id: string, chosen: number): void {
  document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' });
}
