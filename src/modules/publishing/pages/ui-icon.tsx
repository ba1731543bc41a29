import { iconShape } from '#modules/rendering/index.js';
import { emojiCharacters } from '#platform/typography/emoji.js';

/** An icon as decoration; nothing for an unknown name. */
export function Icon({ name, className }: { name: string; className?: string }) {
  const shape = iconShape(name);
  if (!shape) return null;
  return (
    <svg
      class={className ? `icon ${className}` : 'icon'}
      viewBox={`0 0 ${shape.width} ${shape.height}`}
      fill="currentColor"
      aria-hidden="true"
    >
      {shape.paths.map((d) => (
        <path d={d} />
      ))}
    </svg>
  );
}

/** The emoji or icon in front of a title, as decoration; nothing without either. */
export function TitleMark({ of, className }: { of: { emoji?: string; icon?: string }; className?: string }) {
  const emoji = of.emoji ? emojiCharacters(of.emoji) : null;
  if (emoji)
    return (
      <span class={className ? `emoji ${className}` : 'emoji'} aria-hidden="true">
        {emoji}
      </span>
    );
  return of.icon ? <Icon name={of.icon} className={className} /> : null;
}
