import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const folder = 'dist/public'
/**
 * kB, compressed: what every user waits for, what is loaded with a part, and both together: of a page (`page`), and of
 * what a page loads later with all that it shares with that page (`later`).
 */
const limits = { script: 230, style: 40, route: 120, editor: 160, charts: 210, page: 260, later: 270 }

/**
 * The bytes of the web build, added up from Vite's manifest: of the first page, and of each part that is loaded later.
 */
export function webBytes() {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const entries = Object.keys(manifest).filter((name) => manifest[name].isEntry)
  const first = reach(manifest, entries)
  const lazy = Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry && !first.has(name))
  const pages = pageModules()
  const found = [
    pages.size < 20 ? `only ${pages.size} pages found in web/index.ts` : undefined,
    over('first page, script', files(manifest, first, 'js'), limits.script),
    over('first page, style', files(manifest, first, 'css'), limits.style),
    ...lazy.map((name) => overLazy(manifest, name, first)),
    ...lazy
      .filter((name) => !/editor|chart|calendar-grid/i.test(name))
      .map((name) => overWhole(manifest, name, entries, pages)),
  ].filter((line) => line !== undefined)
  return found.length > 0 ? found.join('\n') : undefined
}

function overLazy(manifest, name, first) {
  const own = new Set([...reach(manifest, [name])].filter((part) => !first.has(part)))
  return over(name, files(manifest, own, 'js'), limitOf(name))
}

/** All scripts that a page requests before it is rendered: the entry, its own part and what both import. */
function overWhole(manifest, name, entries, pages) {
  const limit = pages.has(name) ? limits.page : limits.later
  return over(`${name}, with the first page`, files(manifest, reach(manifest, [...entries, name]), 'js'), limit)
}

/** The modules of the pages: those that a feature's `web/index.ts` loads for a path. */
function pageModules() {
  const found = new Set()
  for (const path of readdirSync('src/features', { recursive: true, encoding: 'utf8' })) {
    if (!/[\\/]web[\\/]index\.tsx?$/.test(path)) continue
    const index = join('src/features', path)
    for (const [, module] of readFileSync(index, 'utf8').matchAll(/import\('\.\/([\w-]+\.tsx?)'\)/g)) {
      found.add(`${dirname(index)}/${module}`.replaceAll('\\', '/'))
    }
  }
  return found
}

function limitOf(name) {
  if (/editor|calendar-grid/i.test(name)) return limits.editor
  return /chart/i.test(name) ? limits.charts : limits.route
}

/** The parts themselves and all that they import directly. */
function reach(manifest, names, seen = new Set()) {
  for (const name of names) {
    if (seen.has(name)) continue
    seen.add(name)
    reach(manifest, manifest[name].imports ?? [], seen)
  }
  return seen
}

function files(manifest, names, kind) {
  const parts = [...names].map((name) => manifest[name])
  const all = parts.flatMap((part) => (kind === 'css' ? [...(part.css ?? []), part.file] : [part.file]))
  return new Set(all.filter((file) => file.endsWith(`.${kind}`)))
}

function over(what, names, limit) {
  const bytes = [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name))).length, 0)
  return bytes > limit * 1000 ? `${what}: ${(bytes / 1000).toFixed(1)} kB, at most ${limit}` : undefined
}
