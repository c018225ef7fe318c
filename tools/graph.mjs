// node tools/graph.mjs: draws the rooms and who knows whom into ARCHITECTURE.md, between two markers.
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { cruise } from './check/boundaries.mjs'

const file = 'ARCHITECTURE.md'
const [begin, end] = ['<!-- module graph -->', '<!-- /module graph -->']

/** Says when the graph in ARCHITECTURE.md is not that of the code. */
export function graphComplaint() {
  const text = readFileSync(file, 'utf8')
  return text === withGraph(text) ? undefined : `${file} shows an old module graph: node tools/graph.mjs`
}

function withGraph(text) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${file} lacks the markers ${begin} and ${end}`)
  return `${text.slice(0, from + begin.length)}\n\n\`\`\`mermaid\n${draw()}\n\`\`\`\n\n${text.slice(to)}`
}

function draw() {
  const edges = new Set()
  for (const { source, dependencies } of cruise('json').modules) {
    const from = roomOf(source)
    for (const { resolved } of from ? dependencies : []) {
      const to = roomOf(resolved)
      if (to && to !== from) edges.add(`  ${node(from)} --> ${node(to)}`)
    }
  }
  return ['flowchart LR', ...[...edges].sort()].join('\n')
}

/** kit, features and integrations are drawn by their folders; tests are left out, they may know everything. */
function roomOf(path) {
  if (/\.(test|e2e|program)\.tsx?$|^src\/test\//.test(path)) return undefined
  return /^src\/((?:kit|features\/[^/]+|integrations)\/[^/]+|server|web|database)\//.exec(path)?.[1]
}

function node(room) {
  return `${room.replaceAll(/\W/g, '_')}["${room}"]`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(file, withGraph(readFileSync(file, 'utf8')))
}
