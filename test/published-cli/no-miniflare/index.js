exports.Miniflare = class {
  constructor() {
    throw new Error('Only `gitbook dev` and `check` need it, and no test runs those.');
  }
};
