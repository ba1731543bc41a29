/** Lowest first: a module may import only modules before it, and only through their index.ts (threads.ts in threads). See ARCHITECTURE.md. */
const MODULES = [
  ...['storage', 'backups', 'words', 'documents', 'expressions', 'content', 'templates'],
  'audit',
  ...['users', 'operators', 'notifications', 'organizations', 'teams', 'saml', 'oidc', 'scim'],
  'access',
  ...['openapi', 'rendering'],
  ...['collections', 'spaces', 'invites', 'space-content', 'change-requests', 'git', 'imports'],
  ...['comments', 'home', 'links', 'search', 'translations'],
  ...['sites', 'publishing', 'resolver', 'pdf', 'insights', 'integrations', 'editing'],
  ...['conversations', 'member-pages', 'administration', 'renderer-caches'],
  'demo',
];

const upward = MODULES.flatMap((name, index) => {
  const later = MODULES.slice(index + 1);
  if (later.length === 0) return [];
  return {
    name: `${name}-looks-up`,
    comment: 'A module may import only modules earlier in the list.',
    severity: 'error',
    from: { path: `^src/modules/${name}/` },
    to: { path: `^src/modules/(${later.join('|')})/` },
  };
});

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(modules|app|cli)' },
    },
    {
      name: 'only-through-index',
      severity: 'error',
      from: { path: '^src/modules/([^/]+)/' },
      to: {
        path: '^src/modules/([^/]+)/',
        pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/(index|threads)\\.ts$'],
      },
    },
    {
      name: 'browser-loads-functions-of-data',
      comment: 'Scripts of pages import of modules only what is made for them.',
      severity: 'error',
      from: { path: '^src/browser/' },
      to: { path: '^src/', pathNot: ['^src/browser/', '^src/modules/[^/]+/browser\\.ts$'] },
    },
    {
      name: 'listed-modules-only',
      comment: 'A new module needs its place in the list above.',
      severity: 'error',
      from: {},
      to: { path: '^src/modules/', pathNot: `^src/modules/(${MODULES.join('|')})/` },
    },
    ...upward,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
