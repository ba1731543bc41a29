import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api.js';

interface IconChoice {
  name: string;
  svg: string;
}

/** Milliseconds without a key after which icons are looked for. */
const PAUSE = 150;
const MOST = 24;

/** The name of an icon, with the icons that have the words of it. */
export function IconField({ icon, onChange }: { icon: string; onChange: (icon: string) => void }) {
  const [choices, setChoices] = useState<IconChoice[]>([]);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const abort = new AbortController();
    const timer = setTimeout(() => {
      api<{ items: IconChoice[] }>('/icons', { query: { query: icon, limit: MOST }, signal: abort.signal })
        .then(({ items }) => setChoices(items))
        .catch(() => undefined);
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [icon, isOpen]);
  return (
    <div class="page-settings-field">
      <label for="page-settings-icon">Icon</label>
      <input
        id="page-settings-icon"
        value={icon}
        maxLength={50}
        placeholder="Search, such as book"
        onFocus={() => setOpen(true)}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {isOpen && (
        <div class="page-settings-icons" role="group" aria-label="Icons">
          {choices.map(({ name, svg }) => (
            <button
              key={name}
              type="button"
              title={name}
              aria-label={name}
              aria-pressed={name === icon}
              onClick={() => onChange(name)}
              dangerouslySetInnerHTML={{ __html: svg }}
            />
          ))}
        </div>
      )}
    </div>
  );
}
