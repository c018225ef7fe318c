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
  plugins: [ownPlace(), polyfillFirst(), withoutCloudflare(), oneByte()],
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

/**
 * The certificate library, which passkeys and SAML use, needs `reflect-metadata` before any of it is evaluated. Chunks
 * keep no order between modules that do not import each other, so the library imports it directly.
 */
function polyfillFirst() {
  return {
    name: 'polyfill-first',
    transform(code, id) {
      if (!/\/node_modules\/(tsyringe|@peculiar\/x509)\/.*\.js$/.test(id) || !/^\s*import /m.test(code)) return
      return { code: `import 'reflect-metadata';${code}`, map: null }
    },
  }
}

/** `pg` looks whether it runs at Cloudflare by making a `Response`, for which Node 20 loads its HTTP client: 4 MiB. */
function withoutCloudflare() {
  return {
    name: 'without-cloudflare',
    transform(code, id) {
      if (!id.endsWith('/node_modules/pg/lib/stream.js')) return
      return { code: code.replace("typeof Response === 'function'", 'false'), map: null }
    },
  }
}

/**
 * Characters beyond Latin-1 become escapes: V8 stores a file that has one of them with two bytes for each of its
 * millions of characters, and reads it more slowly.
 */
function oneByte() {
  // A backslash before such a character has no meaning, and would make the escape literal.
  const escaped = (_, slashes, character) =>
    `${slashes.slice(slashes.length % 2)}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  return {
    name: 'one-byte',
    generateBundle(_, files) {
      for (const file of Object.values(files))
        if (file.type === 'chunk') file.code = file.code.replaceAll(/(\\*)([\u0100-\uffff])/g, escaped)
    },
  }
}

/** A running portal still loads parts of an earlier build at their first use: they stay for a day. */
function removeOld() {
  const files = readdirSync(folder).map((name) => join(folder, name))
  const yesterday = Date.now() - 24 * 3_600_000
  for (const file of files) if (statSync(file).mtimeMs < yesterday) rmSync(file)
}
