/** The renderer of a node; undefined for types that renderers do not know. */
export function rendererOf<Renderer>(
  renderers: Readonly<Record<string, Renderer>>,
  { type }: { type: string },
): Renderer | undefined {
  return Object.hasOwn(renderers, type) ? renderers[type] : undefined;
}
