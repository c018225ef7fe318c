// Bundles the server and its packages into a few files, dist/portal/, that npm start runs: reading them is quicker than
// reading two thousand. dist/server/main.js stays compiled file by file.
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from 'vite'

const folder = 'dist/portal'
/** Packages that must be found where they were installed: machine code, and optional ones. */
const outside = ['@node-rs/argon2', 'pg-native']
const conditions = ['source', 'node']

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  plugins: [ownPlace()],
  resolve: { conditions },
  ssr: { target: 'node', noExternal: true, external: outside, resolve: { conditions } },
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: false,
    target: 'node22',
    minify: false,
    sourcemap: true,
    license: { fileName: 'third-party-notices.md' },
    rolldownOptions: {
      input: { main: 'src/server/main.ts', cli: 'src/server/cli.ts' },
      output: {
        // V8 stores a file with one character beyond Latin-1 in two bytes for each of its millions of characters.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        sourcemapExcludeSources: true,
        comments: { legal: true, annotation: false, jsdoc: false },
      },
      onLog: (level, log, say) => log.code !== 'EVAL' && say(level, log),
    },
  },
})

removeOld()

/** A source that reads files beside itself finds them beside its compiled file. */
function ownPlace() {
  const sources = `${process.cwd()}/src/`
  return {
    name: 'own-place',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.url')) return
      const compiled = `dist/${id.slice(sources.length).replace(/\.ts$/, '.js')}`
      const place = `new URL('${relative(folder, compiled)}', import.meta.url).href`
      return { code: code.replaceAll('import.meta.url', place), map: null }
    },
  }
}

/** A running portal still loads parts of an earlier build at their first use: they stay for a day. */
function removeOld() {
  const files = readdirSync(folder).map((name) => join(folder, name))
  const yesterday = Date.now() - 24 * 3_600_000
  for (const file of files) if (statSync(file).mtimeMs < yesterday) rmSync(file)
}
