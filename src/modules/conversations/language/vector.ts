/** A direction in a model's space, as one byte a dimension: a quarter of the room for a thousandth of the precision. */
export interface Vector {
  /** Value of one unit of a byte. */
  scale: number;
  values: Int8Array;
}

/** Packs a vector of any length as one of length 1. */
export function packVector(vector: ArrayLike<number>): Buffer {
  const numbers = Float32Array.from(vector);
  let sum = 0;
  let most = 0;
  for (const value of numbers) {
    sum += value * value;
    most = Math.max(most, Math.abs(value));
  }
  const packed = Buffer.alloc(4 + numbers.length);
  if (most === 0) return packed;
  packed.writeFloatLE(most / Math.sqrt(sum) / 127, 0);
  numbers.forEach((value, at) => packed.writeInt8(Math.round((value / most) * 127), 4 + at));
  return packed;
}

/** The vector that `packVector` packed. */
export function unpackVector(packed: Buffer): Vector {
  const bytes = Uint8Array.from(packed.subarray(4));
  return { scale: packed.readFloatLE(0), values: new Int8Array(bytes.buffer) };
}

/** Cosine of the angle between two vectors of one model; 0 where they are not, whatever they say. */
export function cosine(one: Vector, other: Vector): number {
  const { values: a } = one;
  const { values: b } = other;
  if (a.length !== b.length) return 0;
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum * one.scale * other.scale;
}

/** The middle of vectors of one model. */
export function middleOf(vectors: readonly Vector[]): Vector {
  const [first] = vectors;
  const sums = new Float32Array(first?.values.length ?? 0);
  for (const { scale, values } of vectors)
    for (let at = 0; at < values.length; at++)
      sums[at] = (sums[at] as number) + (values[at] as number) * scale;
  return unpackVector(packVector(sums));
}

/** For storing it. */
export function packedOf({ scale, values }: Vector): Buffer {
  const packed = Buffer.alloc(4 + values.length);
  packed.writeFloatLE(scale, 0);
  Buffer.from(values.buffer, values.byteOffset, values.length).copy(packed, 4);
  return packed;
}
