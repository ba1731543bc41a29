/** Loaded with the first import or export: idle, the library would be a sixteenth of the process's memory. */
export const loadGit = async () => (await import('isomorphic-git')).default;
