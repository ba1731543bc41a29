/** Characters that any value counts for beside its own. */
const VALUE = 20;

/**
 * About how long a value is as JSON, in characters.
 * @param most how far it looks: what weighs as much is long.
 */
export function valueWeight(value: unknown, most: number): number {
  let weight = 0;
  const stack = [value];
  while (stack.length > 0 && weight < most) {
    const top = stack.pop();
    weight += VALUE;
    if (typeof top === 'string') weight += top.length;
    else if (Array.isArray(top)) {
      // Each of them weighs something: more need not be looked at.
      for (let at = 0; at < top.length && at * VALUE < most; at += 1) stack.push(top[at]);
    } else if (typeof top === 'object' && top !== null)
      for (const member of Object.values(top)) if (member !== undefined) stack.push(member as unknown);
  }
  return weight;
}
