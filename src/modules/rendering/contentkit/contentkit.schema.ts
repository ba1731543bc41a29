import { z } from 'zod';

/*
 * ContentKit as integrations answer it (`ContentKitRenderOutput` of the published contract). Only the members and
 * elements named here are accepted: other members are dropped, other elements are refused. The answer is data; its look
 * is ours.
 */

const MAX_TEXT_LENGTH = 200_000;
const text = z.string().max(MAX_TEXT_LENGTH);
const short = z.string().max(2000);
const record = z.record(z.string(), z.unknown());
const binding = z.object({ $state: short });
/** Addresses that pages may lead to; other schemes could run code. */
const link = short.regex(/^(https?:\/\/|mailto:)/i, 'must be an address that begins with https://');
const picture = short.regex(/^https?:\/\//i, 'must be an address that begins with https://');
const address = z.union([
  link,
  z
    .object({
      host: short.regex(/^[\w.:-]+$/),
      pathname: short.regex(/^\//),
      query: z.record(z.string(), z.union([short, binding])).optional(),
    })
    .transform(({ host, pathname, query = {} }) => {
      const fixed = Object.entries(query).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      );
      const search = new URLSearchParams(fixed).toString();
      return `https://${host}${pathname}${search && `?${search}`}`;
    }),
]);
const action = z.looseObject({ action: short });
const iconName = z.enum([
  'close',
  'edit',
  'github',
  'gitlab',
  'maximize',
  'email',
  'settings',
  'search',
  'delete',
  'star',
  'warning',
  'link',
  'link-external',
  'eye',
  'eye-off',
  'lock',
  'check',
  'check-circle',
]);
const confirm = z.object({
  title: short,
  text: short,
  confirm: short,
  style: z.enum(['primary', 'danger']).optional(),
});

const button = z.object({
  type: z.literal('button'),
  style: z.enum(['primary', 'secondary', 'danger']).optional(),
  onPress: action,
  icon: iconName.optional(),
  trailingIcon: iconName.optional(),
  label: short.optional(),
  tooltip: short.optional(),
  confirm: confirm.optional(),
  disabled: z.boolean().optional(),
});
const image = z.object({
  type: z.literal('image'),
  source: z.object({ url: picture }),
  aspectRatio: z.number().positive().max(100).optional(),
});
const linkElement = z.object({
  type: z.literal('link'),
  target: z.object({ url: address }),
  children: z.union([text, z.array(text)]),
});
export interface TextElement {
  type: 'text';
  style?: 'bold' | 'italic' | 'code' | 'strikethrough';
  children: string | (string | TextElement | z.infer<typeof linkElement>)[];
}
const textElement: z.ZodType<TextElement> = z.object({
  type: z.literal('text'),
  style: z.enum(['bold', 'italic', 'code', 'strikethrough']).optional(),
  children: z.union([text, z.array(z.union([text, z.lazy(() => textElement), linkElement]))]),
});
const inline = z.union([textElement, image, linkElement]);
const icon = z.union([iconName, image]);
const textInput = z.object({
  type: z.literal('textinput'),
  state: short,
  disabled: z.boolean().optional(),
  initialValue: text.optional(),
  placeholder: short.optional(),
  multiline: z.boolean().optional(),
  inputType: z.enum(['text', 'password', 'email']).optional(),
});
const option = z.object({ id: short, label: short, icon: icon.optional() });
const select = z.object({
  type: z.literal('select'),
  state: short,
  disabled: z.boolean().optional(),
  initialValue: z.union([short, z.array(short)]).optional(),
  onValueChange: action.optional(),
  placeholder: short.optional(),
  multiple: z.boolean().optional(),
  acceptInput: z.boolean().optional(),
  options: z.union([z.array(option), z.object({ url: address }), z.object({ source: z.literal('openapi') })]),
});
const choice = <Type extends string>(type: Type) =>
  z.object({
    type: z.literal(type),
    state: short,
    disabled: z.boolean().optional(),
    value: z.union([short, z.number()]),
    confirm: confirm.optional(),
  });
const toggle = z.object({
  type: z.literal('switch'),
  state: short,
  disabled: z.boolean().optional(),
  initialValue: z.boolean().optional(),
  onValueChange: action.optional(),
  confirm: confirm.optional(),
});
const webframe = z.object({
  type: z.literal('webframe'),
  source: z.object({ url: picture }),
  aspectRatio: z.number().positive().max(100).optional(),
  buttons: z.array(button).optional(),
  data: z.record(z.string(), z.union([text, binding])).optional(),
});
const markdown = z.object({ type: z.literal('markdown'), content: z.union([binding, text]) });
const divider = z.object({
  type: z.literal('divider'),
  size: z.enum(['small', 'medium', 'large']).optional(),
});
const hint = z.object({ type: z.literal('hint'), children: z.array(z.union([text, inline])) });

type Leaf =
  | z.infer<typeof button>
  | z.infer<typeof image>
  | z.infer<typeof linkElement>
  | TextElement
  | z.infer<typeof textInput>
  | z.infer<typeof select>
  | z.infer<ReturnType<typeof choice<'radio' | 'checkbox'>>>
  | z.infer<typeof toggle>
  | z.infer<typeof webframe>
  | z.infer<typeof markdown>
  | z.infer<typeof divider>
  | z.infer<typeof hint>;
type Icon = z.infer<typeof icon>;
type Inline = z.infer<typeof inline>;

/** Elements that hold others. */
export type ContentKitElement =
  | Leaf
  | { type: 'hstack' | 'vstack'; align?: 'start' | 'center' | 'end'; children: ContentKitElement[] }
  | { type: 'box'; grow?: number; children: ContentKitElement[] }
  | {
      type: 'card';
      title?: string;
      hint?: string | (string | Inline)[];
      icon?: Icon;
      onPress?: ContentKitAction;
      children?: ContentKitElement[];
      buttons?: ContentKitElement[];
    }
  | { type: 'input'; label: string; hint?: string | Inline; element: ContentKitElement }
  | {
      type: 'codeblock';
      content: string | { $state: string };
      syntax?: string;
      lineNumbers?: boolean | number;
      buttons?: ContentKitElement[];
      state?: string;
      onContentChange?: ContentKitAction;
      header?: ContentKitElement[];
      footer?: ContentKitElement[];
    }
  | { type: 'step'; id: string; title?: string; next?: boolean; children: ContentKitElement[] };
export type ContentKitAction = z.infer<typeof action>;
export type ContentKitButton = z.infer<typeof button>;

const children = z.array(z.lazy(() => element));
const stack = z.object({
  type: z.enum(['hstack', 'vstack']),
  align: z.enum(['start', 'center', 'end']).optional(),
  children,
});
const box = z.object({ type: z.literal('box'), grow: z.number().min(0).max(100).optional(), children });
const card = z.object({
  type: z.literal('card'),
  title: short.optional(),
  hint: z.union([text, z.array(z.union([text, inline]))]).optional(),
  icon: icon.optional(),
  onPress: action.optional(),
  children: children.optional(),
  buttons: z.array(button).optional(),
});
const codeblock = z.object({
  type: z.literal('codeblock'),
  content: z.union([binding, text]),
  syntax: short.optional(),
  lineNumbers: z.union([z.boolean(), z.number()]).optional(),
  buttons: z.array(button).optional(),
  state: short.optional(),
  onContentChange: action.optional(),
  header: children.optional(),
  footer: children.optional(),
});
const step = z.object({
  type: z.literal('step'),
  id: short,
  title: short.optional(),
  next: z.boolean().optional(),
  children,
});
const input = z.object({
  type: z.literal('input'),
  label: short,
  hint: z.union([text, inline]).optional(),
  element: z.lazy(() => element),
});
const leaves = [button, image, linkElement, textElement, markdown, webframe, divider, hint] as const;
const fields = [textInput, select, choice('radio'), choice('checkbox'), toggle] as const;
const element: z.ZodType<ContentKitElement> = z.lazy(() =>
  z.union([...leaves, ...fields, stack, box, card, codeblock, input, step]),
);
const control = z.object({
  icon: iconName.optional(),
  label: short,
  onPress: action,
  confirm: confirm.optional(),
});
const stepper = z.object({
  type: z.literal('stepper'),
  activeStep: short,
  onStepChange: action,
  onComplete: action,
  children: z.array(element).min(1),
});
const root = z.union([
  z.object({
    type: z.literal('block'),
    children,
    controls: z.array(z.union([control, z.array(control)])).optional(),
  }),
  z.object({
    type: z.literal('modal'),
    title: short.optional(),
    subtitle: z.array(z.union([text, inline])).optional(),
    size: z.enum(['medium', 'xlarge', 'fullscreen']).optional(),
    returnValue: record.optional(),
    children,
    submit: button.optional(),
  }),
  z.object({ type: z.literal('configuration'), children: z.array(z.union([stepper, element])).min(1) }),
]);
export type ContentKitRoot = z.infer<typeof root>;

/** The schema of the answer of a component. */
export const output = z.union([
  z.object({ type: z.literal('element'), element: root, state: record, props: record }),
  z.object({ type: z.literal('complete'), returnValue: record.optional() }),
]);
/** The answer of a component of an integration: an element to draw, or the end of its work. */
export type ContentKitOutput = z.infer<typeof output>;
