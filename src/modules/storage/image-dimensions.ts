import { imageSize } from 'image-size';

/** Width and height of an image from its first bytes; undefined for unreadable ones. */
export function readDimensions(bytes: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation } = imageSize(bytes);
    if (!width || !height) return undefined;
    // Orientations 5 to 8 of a photo are shown lying on their side.
    return orientation !== undefined && orientation >= 5
      ? { width: height, height: width }
      : { width, height };
  } catch {
    return undefined;
  }
}
