import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Choice, findPages, listSpaces, matching, placesOnPage, recentPages } from './choices.js';

/** Milliseconds without a key after which pages are looked for. */
const PAUSE = 150;
const LABEL = 'Search pages, spaces and parts of the app';

interface PaletteUse {
  organization: string;
  /** The page of all hits. */
  searchHref: string;
  onClose: () => void;
}

/** A dialog with a combobox that leads to pages, spaces and parts of the app. */
export function Palette({ organization, searchHref, onClose }: PaletteUse) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const places = usePlaces(organization);
  const { pages, problem } = usePages(organization, text);
  const words = text.trim();
  const groups = grouped([...pages, ...(words === '' ? places : matching(places, words))]);
  const choices = groups.flatMap(([, list]) => list);
  // At once: the letters that are typed after the shortcut belong to the dialog.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(optionId(current))?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  const choose = (): void => {
    const chosen = choices[current];
    if (chosen) take(chosen, onClose);
    else if (words !== '')
      location.assign(`${searchHref}?${new URLSearchParams({ query: words }).toString()}`);
  };
  return (
    <dialog
      class="palette"
      ref={dialog}
      aria-label="Search and go to"
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <Field
        text={text}
        active={choices.length > 0 ? optionId(current) : undefined}
        onText={(typed) => {
          setText(typed);
          setCurrent(0);
        }}
        onStep={(step) => {
          if (choices.length > 0) setCurrent((current + step + choices.length) % choices.length);
        }}
        onChoose={choose}
      />
      <Results groups={groups} current={choices[current]} indexOf={(choice) => choices.indexOf(choice)} />
      <p class="palette-end" role="status">
        {problem ?? (choices.length === 0 && words !== '' ? 'Nothing has these words.' : '')}
      </p>
    </dialog>
  );
}

function Field({
  text,
  active,
  onText,
  onStep,
  onChoose,
}: {
  text: string;
  /** Id of the option that Enter chooses. */
  active: string | undefined;
  onText: (text: string) => void;
  onStep: (step: 1 | -1) => void;
  onChoose: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the composition of a word in many languages.
    if (event.isComposing || !['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === 'Enter') onChoose();
    else onStep(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    <input
      type="text"
      class="palette-field"
      role="combobox"
      aria-expanded="true"
      aria-controls="palette-list"
      aria-autocomplete="list"
      aria-label={LABEL}
      aria-activedescendant={active}
      placeholder={LABEL}
      autocomplete="off"
      spellcheck={false}
      value={text}
      onInput={(event) => onText(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function Results({
  groups,
  current,
  indexOf,
}: {
  groups: readonly [Choice['group'], Choice[]][];
  current: Choice | undefined;
  indexOf: (choice: Choice) => number;
}) {
  return (
    <div class="palette-list" id="palette-list" role="listbox" aria-label="Results">
      {groups.map(([group, list]) => (
        <div role="group" aria-label={group}>
          <p class="app-nav-title" aria-hidden="true">
            {group}
          </p>
          {list.map((choice) => (
            <Option choice={choice} at={indexOf(choice)} isCurrent={choice === current} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Option({ choice, at, isCurrent }: { choice: Choice; at: number; isCurrent: boolean }) {
  const { button } = choice;
  return (
    <a
      class="palette-option"
      id={optionId(at)}
      role="option"
      aria-selected={isCurrent}
      tabIndex={-1}
      href={button ? undefined : choice.href}
      onClick={button && (() => button.click())}
    >
      <span dir="auto">{choice.title}</span>
      {choice.detail && <small dir="auto">{choice.detail}</small>}
    </a>
  );
}

/** Goes to an address, or does a command. */
function take({ href, button }: Choice, close: () => void): void {
  if (!button) return location.assign(href);
  close();
  button.click();
}

/** The places of the page at hand, and the spaces where it has no tree of them. */
function usePlaces(organization: string): Choice[] {
  const places = useMemo(placesOnPage, []);
  const [spaces, setSpaces] = useState<Choice[]>([]);
  useEffect(() => {
    if (organization === '' || document.querySelector('.app-tree')) return undefined;
    const abort = new AbortController();
    // Without its spaces the palette still finds pages, and says what is wrong with that.
    listSpaces(organization, abort.signal).then(setSpaces, () => undefined);
    return () => abort.abort();
  }, [organization]);
  return [...places, ...spaces];
}

/** The answer for some words. */
interface Found {
  words: string;
  pages: Choice[];
  problem: string | null;
}
const NOTHING: Found = { words: '', pages: [], problem: null };

/** The pages for a text: those read last without one. */
function usePages(organization: string, text: string): Found {
  const words = text.trim();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (organization === '') return undefined;
    const abort = new AbortController();
    const timer = setTimeout(
      () => {
        const asked =
          words === ''
            ? recentPages(organization, abort.signal)
            : findPages(organization, words, abort.signal);
        asked.then(
          (pages) => setFound({ words, pages, problem: null }),
          (error: unknown) => {
            if (abort.signal.aborted) return;
            setFound({ words, pages: [], problem: error instanceof Error ? error.message : String(error) });
          },
        );
      },
      words === '' ? 0 : PAUSE,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [organization, words]);
  // Enter must not open what was found for other words.
  return found.words === words ? found : NOTHING;
}

function grouped(choices: readonly Choice[]): [Choice['group'], Choice[]][] {
  const groups = new Map<Choice['group'], Choice[]>();
  for (const choice of choices) groups.set(choice.group, [...(groups.get(choice.group) ?? []), choice]);
  return [...groups];
}

function optionId(at: number): string {
  return `palette-option-${at}`;
}
