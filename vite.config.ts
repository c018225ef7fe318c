import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { calledInBrowser } from './tools/called-in-browser.mjs'
import { mantineStyles } from './tools/mantine-styles.mjs'

export default defineConfig({
  plugins: [react(), calledInBrowser(), mantineStyles(), compressed('dist/public/assets')],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: {
    outDir: 'dist/public',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    sourcemap: false,
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    // `npm run check` has the limits.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      // What a contract is made of. To the browser a declaration that no page uses is nothing, registered or not.
      treeshake: {
        manualPureFunctions: [
          'z',
          'endpoint',
          'topic',
          'problems',
          'permission',
          'defineEvent',
          'listQuery',
          'halList',
          'oneLine',
          'line',
          'texts',
        ],
      },
      output: {
        // The first script lists the files of every page: their names cost it kilobytes. The manifest has them.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        // A chunk is what the same routes and dialogs load. What many of them load is one, because each is a round trip.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2, includeDependenciesRecursively: false },
            { name: 'common', minShareCount: 40, priority: 1.5 },
            { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/oauth2', '/login', '/logout', '/idp', '/signin'].map((path) => [
        path,
        { target: 'http://127.0.0.1:8080', ws: path === '/api' },
      ]),
    ),
  },
})

/** Writes a .br and a .gz beside each text file of the build, so that the server compresses nothing at run time. */
function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle() {
      for (const name of readdirSync(folder)) {
        const path = join(folder, name)
        if (!/\.(js|css|svg)$/.test(name) || statSync(path).size < 1024) continue
        const text = readFileSync(path)
        writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }))
        writeFileSync(`${path}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }))
      }
    },
  }
}
