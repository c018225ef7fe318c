import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const folder = 'dist/public'
/**
 * kB, compressed: what everybody waits for, what comes with a route, and both together (`whole`: the goal is 230, and most
 * routes are between 230 and 290; the limit keeps them from growing until the shared parts are split).
 */
const limits = { script: 230, style: 40, route: 128, editor: 160, charts: 210, whole: 290 }

/** The bytes of the web build, summed up from Vite's manifest: of the first page, and of each part that is loaded later. */
export function webBytes() {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'))
  const entries = Object.keys(manifest).filter((name) => manifest[name].isEntry)
  const first = reach(manifest, entries)
  const lazy = Object.keys(manifest).filter((name) => manifest[name].isDynamicEntry && !first.has(name))
  const found = [
    over('first page, script', files(manifest, first, 'js'), limits.script),
    over('first page, style', files(manifest, first, 'css'), limits.style),
    ...lazy.map((name) => overLazy(manifest, name, first)),
    ...lazy.filter((name) => !/editor|chart/i.test(name)).map((name) => overWhole(manifest, name, entries)),
  ].filter((line) => line !== undefined)
  return found.length > 0 ? found.join('\n') : undefined
}

function overLazy(manifest, name, first) {
  const own = new Set([...reach(manifest, [name])].filter((part) => !first.has(part)))
  return over(name, files(manifest, own, 'js'), limitOf(name))
}

/** All scripts that a route asks for before it is drawn: the entry, its own part and what both import. */
function overWhole(manifest, name, entries) {
  return over(`${name}, whole route`, files(manifest, reach(manifest, [...entries, name]), 'js'), limits.whole)
}

function limitOf(name) {
  if (/editor/i.test(name)) return limits.editor
  return /chart/i.test(name) ? limits.charts : limits.route
}

/** The parts themselves and all that they import at once. */
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
