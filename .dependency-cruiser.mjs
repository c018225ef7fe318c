/** The rules of the house (ARCHITECTURE.md), checked by `npm run check`. tools/check/boundaries.mjs sees that all modules were read. */

const feature = '^src/(features/[^/]+|integrations)/([^/]+)/'
const test = '\\.(test|e2e|program)\\.tsx?$|^src/test/'

export default {
  forbidden: [
    {
      name: 'contract-is-pure',
      comment:
        'A contract runs in the browser too: it may use zod and other contracts, nothing of Node, the server or the web.',
      severity: 'error',
      from: { path: '^src/(kit/contract/|(features/[^/]+|integrations)/[^/]+/contract(\\.ts$|/))', pathNot: test },
      to: {
        pathNot: ['/contract(\\.ts$|/)', '^src/(features/[^/]+|integrations)/[^/]+/texts\\.ts$', 'node_modules/zod/'],
      },
    },
    {
      name: 'paths-are-names',
      comment:
        'Every feature may link every page, so paths.ts of a feature may not bring along anything of the feature.',
      severity: 'error',
      from: { path: '^src/features/[^/]+/[^/]+/paths\\.ts$' },
      to: { pathNot: '^src/kit/contract/page-path\\.ts$' },
    },
    {
      name: 'web-knows-no-server',
      severity: 'error',
      from: { path: '^src/(web/|kit/web/|(features/[^/]+|integrations)/[^/]+/web/)' },
      to: { path: '^src/(server/|database/|test/|kit/(server|cli)/|(features/[^/]+|integrations)/[^/]+/server/)' },
    },
    {
      name: 'server-knows-no-web',
      severity: 'error',
      from: { path: '^src/(server/|database/|kit/(server|cli)/|(features/[^/]+|integrations)/[^/]+/server/)' },
      to: { path: '^src/(web/|kit/web/|(features/[^/]+|integrations)/[^/]+/web/)' },
    },
    {
      name: 'features-meet-at-entry-points',
      comment: 'contract.ts, paths.ts, server/index.ts and web/index.ts are the only ways into a feature.',
      severity: 'error',
      from: { path: feature },
      to: { path: feature, pathNot: ['^src/$1/$2/', '/(contract|paths|server/index|web/index)\\.ts$'] },
    },
    {
      name: 'enter-features-at-entry-points',
      severity: 'error',
      from: { path: '^src/(server|web|database|test)/', pathNot: test },
      to: {
        path: feature,
        pathNot: '/(contract|paths|server/index|web/index|web/routes)\\.tsx?$',
      },
    },
    {
      name: 'no-other-index',
      comment: 'No barrels.',
      severity: 'error',
      from: { path: '^src/' },
      to: {
        path: '^src/.*/index\\.tsx?$',
        pathNot: '^src/(features/[^/]+|integrations)/[^/]+/(server|web)/index\\.tsx?$',
      },
    },
    {
      name: 'features-know-no-integration',
      severity: 'error',
      from: { path: '^src/(features|kit|database)/', pathNot: test },
      to: { path: '^src/integrations/' },
    },
    {
      name: 'kit-knows-no-feature',
      severity: 'error',
      from: { path: '^src/kit/', pathNot: test },
      to: { path: '^src/(features|integrations|web)/' },
    },
    {
      name: 'kit-knows-no-product',
      comment: 'The command line starts parts of the product, as main.ts does.',
      severity: 'error',
      from: { path: '^src/kit/', pathNot: test },
      to: { path: '^src/server/' },
    },
    { name: 'no-cycles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'server-runs-without-dev-packages',
      severity: 'error',
      from: {
        path: '^src/(server|database|kit/(server|cli|contract)|(features/[^/]+|integrations)/[^/]+/(server|contract))',
        pathNot: test,
      },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-runs-without-web-packages',
      comment:
        'They are dependencies, because a start builds the web application; the server itself needs none of them.',
      severity: 'error',
      from: {
        path: '^src/(server|database|kit/(server|cli|contract)|(features/[^/]+|integrations)/[^/]+/(server|contract))',
      },
      to: {
        path: 'node_modules/(react|react-dom|vite|rolldown|dompurify|@mantine|@tanstack|@tiptap|@stomp|@vitejs)/',
      },
    },
    { name: 'everything-resolves', severity: 'error', from: { path: '^src/' }, to: { couldNotResolve: true } },
    { name: 'source-never-leads-into-dist', severity: 'error', from: { path: '^src/' }, to: { path: '^dist/' } },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: test },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      conditionNames: ['source', 'node', 'import', 'module', 'default', 'types'],
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
