import {
  action,
  filledText,
  maybePicture,
  maybeTarget,
  maybeText,
  oneOf,
  ref,
  target,
  text,
} from './member-rules.js';
import type { NodeForm } from './node-form.js';

/** All types of inlines. */
export const INLINES = {
  link: { data: { ref: target, title: filledText }, holds: 'text', words: ['title'], texts: [] },
  annotation: { holds: 'text' },
  emoji: { data: { code: text } },
  icon: { data: { icon: text, color: maybeText } },
  'inline-image': {
    data: {
      ref,
      refDark: maybePicture,
      caption: filledText,
      alt: filledText,
      size: oneOf('original', 'line'),
    },
    words: ['alt', 'caption'],
    texts: ['alt'],
  },
  'inline-math': { data: { formula: maybeText }, defaults: { formula: '' }, texts: ['formula'] },
  mention: { data: { ref: target }, label: 'text', texts: ['text'] },
  expression: { data: { expression: text } },
  button: {
    data: {
      ref: maybeTarget,
      action,
      label: maybeText,
      kind: oneOf('primary', 'secondary'),
      size: oneOf('small', 'medium', 'large'),
      icon: maybeText,
    },
    defaults: { label: '', kind: 'primary' },
    words: ['label'],
    lineText: 'label',
  },
} as const satisfies Record<string, NodeForm>;
