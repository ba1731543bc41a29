/**
 * Registers the routes of a controller in this order, by the names of their methods. Nest and the OpenAPI document
 * would begin with the methods of the class itself and let inherited ones follow.
 */
export function RouteOrder(...names: string[]): ClassDecorator {
  return ({ prototype }: { prototype: Record<string, unknown> }) => {
    for (const name of names) {
      const value = prototype[name];
      if (typeof value !== 'function') throw new Error(`The controller has no method ${name}.`);
      delete prototype[name];
      Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
    }
  };
}
