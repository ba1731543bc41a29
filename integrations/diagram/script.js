// A block that draws a diagram: `{% @diagram/diagram content="graph LR; A --> B" %}`. What is drawn is a block of code in the
// language of Mermaid, which pages draw themselves, so nothing is asked of another host.

const EXAMPLE = 'graph LR; Idea --> Draft --> Review --> Published';
/** Drawings change with their source alone. */
const SECONDS = 86_400;

/** @param content source of the diagram. @param title what it shows. */
function drawing({ content, title }) {
  return [
    ...(title ? [{ type: 'text', style: 'bold', children: String(title) }] : []),
    { type: 'codeblock', syntax: 'mermaid', content },
  ];
}

/** The source to change, with the drawing below; what is typed becomes a property of the block. */
function editor({ content, title }) {
  const change = { action: '@editor.node.updateProps', props: { title, content: { $state: 'content' } } };
  return [
    { type: 'codeblock', content: { $state: 'content' }, state: 'content', onContentChange: change },
    ...drawing({ content, title }),
  ];
}

function render({ props, state, context }) {
  const content = String(state?.content ?? props.content ?? EXAMPLE);
  const shown = { ...props, content };
  const children = context.editable ? editor(shown) : drawing(shown);
  return { type: 'element', props: shown, state: { content }, element: { type: 'block', children } };
}

export default {
  async fetch(request) {
    const form = await request.formData();
    const event = JSON.parse(form.get('event'));
    if (event.type !== 'ui_render') return new Response('Not for this integration', { status: 406 });
    if (event.componentId !== 'diagram') return new Response('No such component', { status: 404 });
    return Response.json(render(event), { headers: { 'Cache-Control': `max-age=${SECONDS}` } });
  },
};
