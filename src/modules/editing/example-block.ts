/** A block as it stands in a document, for the examples of the API's description. */
export const EXAMPLE_BLOCK = { object: 'block', type: 'math', isVoid: true, data: { formula: 'a^2' } };
