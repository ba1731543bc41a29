/** Something to translate, with what its place in a batch depends on. */
interface Sized {
  text: string;
}

/** Cuts a list into batches, in its order: neighbours explain each other. A text that is longer than a batch is one alone. */
export function batchesOf<T extends Sized>(
  items: readonly T[],
  most: { segments: number; characters: number },
): T[][] {
  const batches: T[][] = [];
  let characters = 0;
  for (const item of items) {
    const batch = batches.at(-1);
    const isFull = batch?.length === most.segments || characters + item.text.length > most.characters;
    if (batch && !isFull) batch.push(item);
    else batches.push([item]);
    characters = (batch && !isFull ? characters : 0) + item.text.length;
  }
  return batches;
}
