// node tools/graph.mjs: writes the diagram of areas into ARCHITECTURE.md and that of all features into
// docs/module-graph.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { modulesOfSource } from './check/boundaries.mjs'

const [begin, end] = ['<!-- module graph -->', '<!-- /module graph -->']
const diagrams = [
  { file: 'ARCHITECTURE.md', unitOf: areaOf },
  { file: 'docs/module-graph.md', unitOf: featureOf },
]

/** Returns a message when a committed diagram differs from the code. */
export async function graphComplaint() {
  const { modules } = await modulesOfSource()
  const stale = diagrams.filter(({ file, unitOf }) => textOf(file) !== withGraph(file, edgesOf(modules, unitOf)))
  return stale.length === 0 ? undefined : `${stale.map(({ file }) => file).join(', ')}: stale, run node tools/graph.mjs`
}

/** Every import from one unit to another, as `[from, to]`; tests are left out, they may import everything. */
export function edgesOf(modules, unitOf) {
  const edges = new Map()
  for (const { source, dependencies } of modules) {
    const from = unitOf(source)
    for (const { resolved } of from ? dependencies : []) {
      const to = unitOf(resolved)
      if (to && to !== from) edges.set(`${from} ${to}`, [from, to])
    }
  }
  return [...edges.values()].sort((a, b) => a.join(' ').localeCompare(b.join(' ')))
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

function isTest(path) {
  return /\.(test|e2e|program)\.tsx?$|^src\/test\//.test(path)
}

function textOf(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : `# Imports between features\n\n${begin}\n${end}\n`
}

function withGraph(file, edges) {
  const text = textOf(file)
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
  for (const { file, unitOf } of diagrams) writeFileSync(file, withGraph(file, edgesOf(modules, unitOf)))
}
