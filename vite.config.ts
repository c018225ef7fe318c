import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractInBrowser } from './tools/contract-in-browser.mjs'
import { mantineStyles } from './tools/mantine-styles.mjs'

/** The fields and boxes of Mantine, without what `modal` and `floating` take. */
const controls =
  /@mantine[\\/](core|hooks|form)|@floating-ui|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|tslib|klona|fast-deep-equal/

/** The frame of dialogs, loaded when the first one opens. */
const modal =
  /@mantine[\\/]core.*components[\\/](Modal|ModalBase|Paper)[\\/]|react-remove-scroll|react-style-singleton|use-sidecar|node_modules[\\/]use-callback-ref|get-nonce|tslib/
/** What floats: lists of choices, menus, tooltips. No page needs it to be read. */
const floating =
  /@floating-ui|@mantine[\\/]core.*components[\\/](Menu|Combobox|Popover|Tooltip|Select|ScrollArea)[\\/]|@mantine[\\/]core.*utils[\\/]Floating|@mantine[\\/]hooks.*use-previous/

/** What nearly every page has. With the list it would bring the grid along, or the cases. */
const everywhere =
  /kit[\\/]web[\\/](time[\\/]age|lazy-menu|focus-first-field|form[\\/](select|tags-input|lazy-input|use-loaded)|look[\\/](page|page-head|use-at-foot|modal|action-menu)|url-query|states[\\/]loading|table[\\/](split-view|filter-bar|filter|columns|check-box|use-selection|more-filters|fresh-pill|search-field|csv-button|bulk-bar|column-menu|use-columns|views-menu))\.(tsx?|module\.css)$/

/** What forms check with; neither the first script nor the list needs it. */
const schemas =
  /[\\/]zod[\\/]|contract[\\/][\w-]+-(shapes|fields|enums|mapping)\.ts$|contract[\\/](one-line|validation-messages)\.ts$|validation\.en\.json$/

export default defineConfig({
  plugins: [react(), contractInBrowser(), mantineStyles(), compressed('dist/public/assets')],
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
    // Left alone there are a hundred chunks of a kilobyte, each a round trip: on 1.6 Mbit/s and 150 ms half of the wait.
    rolldownOptions: {
      output: {
        // The first script lists the files of every page: their names cost it kilobytes. The manifest has them.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Icons that few pages show come with those pages.
            { name: 'icons', test: /kit[\\/]web[\\/]icons/, minShareCount: 6, priority: 3 },
            {
              name: 'icons-of',
              test: /kit[\\/]web[\\/]icons[\\/]generated/,
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_000,
              priority: 2.9,
            },
            // Shared by the editor and by what shows Markdown: in with the pages it would drag their code behind the editor.
            { name: 'writing', test: /prose\.css|mention-before|markdown-editor-props/, priority: 4 },
            // Charts need it too, and would bring the dialogs along.
            { name: 'tslib', test: /node_modules[\\/]tslib[\\/]/, priority: 5 },
            { name: 'first', tags: ['$initial'], priority: 2, includeDependenciesRecursively: false },
            // Without its dependencies, which are texts mostly.
            { name: 'schemas', test: schemas, priority: 1.8, includeDependenciesRecursively: false },
            { name: 'page', test: everywhere, priority: 1.6, includeDependenciesRecursively: false },
            // The page that most people open, with all that it needs and no more, in a few parts by who else needs them.
            {
              name: 'list',
              test: /case-pages\/web\/case-screen\.tsx/,
              entriesAware: true,
              entriesAwareMergeThreshold: 1_000,
              priority: 1.5,
            },
            // What many parts need comes once, whole; a page waits for the fields alone.
            { name: 'modal', test: modal, priority: 1.43, includeDependenciesRecursively: false },
            { name: 'floating', test: floating, priority: 1.42, includeDependenciesRecursively: false },
            // Few forms have a field for numbers.
            {
              name: 'number',
              test: /react-number-format|@mantine[\\/]core.*components[\\/]NumberInput/,
              priority: 1.42,
              includeDependenciesRecursively: false,
            },
            {
              name: 'form',
              test: /@mantine[\\/]form|klona|fast-deep-equal/,
              priority: 1.41,
              includeDependenciesRecursively: false,
            },
            {
              name: 'controls',
              test: controls,
              minShareCount: 6,
              priority: 1.4,
              includeDependenciesRecursively: false,
            },
            {
              name: 'shared',
              // The editor stays what its page asks for.
              test: (id) => !/tiptap|prosemirror|linkify|marked|dompurify|\.css|[\\/]form[\\/]/.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 700,
              priority: 1,
            },
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
