// Loaded before the script of an integration: scripts of the first runtime listen for events instead of exporting a handler.
export const listeners = [];

globalThis.addEventListener = (type, listener) => {
  if (type === 'fetch') listeners.push(listener);
};
