// node tools/graph.mjs: writes the diagram of areas into ARCHITECTURE.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { modulesOfSource } from './check/boundaries.mjs'

const file = 'ARCHITECTURE.md'
const [begin, end] = ['<!-- module graph -->', '<!-- /module graph -->']

/** Returns a message when the committed diagram differs from the code. */
export async function graphComplaint() {
  const { modules } = await modulesOfSource()
  const isStale = readFileSync(file, 'utf8') !== withGraph(reduced(edgesOf(modules, areaOf)))
  return isStale ? `${file}: stale, run node tools/graph.mjs` : undefined
}

/**
 * Every import from one unit to another, as `[from, to]`. Tests are left out, they may import everything, and so are
 * addresses of pages: a page links others without knowing anything of them (`paths-are-names` in .dependency-cruiser.mjs).
 */
export function edgesOf(modules, unitOf) {
  const edges = new Map()
  for (const { source, dependencies } of modules) {
    const from = unitOf(source)
    for (const { resolved } of from ? dependencies : []) {
      const to = isPaths(resolved) ? undefined : unitOf(resolved)
      if (to && to !== from) edges.set(`${from} ${to}`, [from, to])
    }
  }
  return [...edges.values()].sort((a, b) => a.join(' ').localeCompare(b.join(' ')))
}

/** The edges that no longer path implies. */
export function reduced(edges) {
  const next = Map.groupBy(edges, ([from]) => from)
  const reaches = (from, to) => (next.get(from) ?? []).some(([, one]) => one === to || reaches(one, to))
  return edges.filter(([from, to]) => !next.get(from).some(([, one]) => one !== to && reaches(one, to)))
}

/** An area of src/features/, or another folder of src/. */
export function areaOf(path) {
  if (isTest(path)) return undefined
  return /^src\/(?:features\/([^/]+)|(kit|integrations|server|web|database))\//.exec(path)?.slice(1).find(Boolean)
}

/** A feature with its area, a part of the kit, an integration, or another folder of src/. */
export function featureOf(path) {
  if (isTest(path)) return undefined
  return /^src\/((?:kit|features\/[^/]+|integrations)\/[^/]+|server|web|database)\//
    .exec(path)?.[1]
    .replace('features/', '')
}

function isPaths(path) {
  return /^src\/features\/[^/]+\/[^/]+\/paths\.ts$/.test(path)
}

function isTest(path) {
  return /\.(test|e2e|program)\.tsx?$|^src\/test\//.test(path)
}

function withGraph(edges) {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} lacks the markers ${begin} and ${end}`)
  const lines = edges.map(([one, other]) => `  ${node(one)} --> ${node(other)}`)
  return `${text.slice(0, from + begin.length)}\n\n\`\`\`mermaid\nflowchart LR\n${lines.join('\n')}\n\`\`\`\n\n${text.slice(to)}`
}

function node(unit) {
  return `${unit.replaceAll(/\W/g, '_')}["${unit}"]`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { modules } = await modulesOfSource()
  writeFileSync(file, withGraph(reduced(edgesOf(modules, areaOf))))
}
