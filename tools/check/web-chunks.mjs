import { readFileSync } from 'node:fs'

/**
 * Parts of the web build that import each other, found in Vite's manifest. In such a cycle one part runs before what it
 * needs has run: every page dies with "reading … of undefined", or none, depending on which was requested first.
 */
export function webChunks() {
  const manifest = JSON.parse(readFileSync('dist/public/.vite/manifest.json', 'utf8'))
  const done = new Set()
  for (const name of Object.keys(manifest)) {
    const circle = circleFrom(manifest, name, [], done)
    if (circle) return `parts that import each other: ${circle.map((part) => manifest[part].file).join(' → ')}`
  }
  return undefined
}

function circleFrom(manifest, name, path, done) {
  if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
  if (done.has(name)) return undefined
  for (const next of manifest[name].imports ?? []) {
    const circle = circleFrom(manifest, next, [...path, name], done)
    if (circle) return circle
  }
  done.add(name)
  return undefined
}
