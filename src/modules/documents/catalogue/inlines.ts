import { action, maybeRef, maybeText, oneOf, ref, text } from './member-rules.js';
import type { NodeForm } from './node-form.js';

/** All types of inlines. */
export const INLINES = {
  link: { data: { ref, title: maybeText }, holds: 'text', words: ['title'] },
  annotation: { holds: 'text' },
  emoji: { data: { code: text } },
  icon: { data: { icon: text, color: maybeText } },
  'inline-image': {
    data: { ref, refDark: maybeRef, caption: maybeText, alt: maybeText, size: oneOf('original', 'line') },
    words: ['alt', 'caption'],
  },
  'inline-math': { data: { formula: maybeText }, defaults: { formula: '' } },
  mention: { data: { ref } },
  expression: { data: { expression: text } },
  button: {
    data: {
      ref: maybeRef,
      action,
      label: maybeText,
      kind: oneOf('primary', 'secondary'),
      size: oneOf('small', 'medium', 'large'),
      icon: maybeText,
    },
    defaults: { label: '', kind: 'primary' },
    words: ['label'],
  },
} as const satisfies Record<string, NodeForm>;
