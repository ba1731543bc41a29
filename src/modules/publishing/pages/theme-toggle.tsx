import type { PageWords } from '#modules/words/index.js';
import { Icon } from './ui-icon.js';

/**
 * A choice of the light, the dark or the system's theme. It needs a script, so the style sheet shows it only where
 * scripts run.
 */
export function ThemeToggle({ text }: { text: PageWords }) {
  const choices = [
    { name: 'light', icon: 'sun', label: text.light },
    { name: 'system', icon: 'desktop', label: text.system },
    { name: 'dark', icon: 'moon', label: text.dark },
  ];
  return (
    <div class="theme-toggle" role="group" aria-label={text.theme}>
      {choices.map((choice) => (
        <button
          type="button"
          data-theme-choice={choice.name}
          aria-pressed={choice.name === 'system' ? 'true' : 'false'}
          aria-label={choice.label}
          title={choice.label}
        >
          <Icon name={choice.icon} />
        </button>
      ))}
    </div>
  );
}
