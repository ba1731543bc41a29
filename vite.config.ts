import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Bundles the scripts of member pages, `src/browser`, into `dist/browser`: one entry for each folder that a page names. */
export default defineConfig({
  root: path('src/browser'),
  // Bundles import each other by relative addresses, since PUBLIC_URL may have a path.
  base: './',
  publicDir: false,
  resolve: {
    alias: [{ find: /^#modules\/(.*)\.js$/, replacement: `${path('src/modules')}/$1` }],
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: path('dist/browser'),
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsDir: '',
    modulePreload: false,
    rolldownOptions: {
      input: {
        contents: path('src/browser/contents/main.ts'),
        editor: path('src/browser/editor/main.tsx'),
        palette: path('src/browser/palette/main.tsx'),
        files: path('src/browser/files/main.ts'),
        forms: path('src/browser/forms/main.ts'),
        imports: path('src/browser/imports/main.ts'),
        looks: path('src/browser/looks/main.ts'),
        review: path('src/browser/review/main.ts'),
        'sign-in': path('src/browser/sign-in/main.ts'),
        structure: path('src/browser/structure/main.ts'),
      },
    },
  },
});
