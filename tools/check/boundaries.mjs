import { readdirSync } from 'node:fs'
import { jsonOf } from './step.mjs'

const cruiser = 'dependency-cruiser/bin/dependency-cruiser.mjs'

/**
 * The rules between features; also fails when a module of src/ was not read, because a check without input finds
 * nothing.
 */
export async function boundaries() {
  const { modules, summary } = await modulesOfSource()
  const lines = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  const read = new Set(modules.filter(({ dependencies }) => dependencies).map(({ source }) => source))
  for (const file of sources()) if (!read.has(file)) lines.push(`not read: ${file}`)
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** The result of dependency-cruiser for src/: read once for several steps. */
export function modulesOfSource() {
  reading ??= jsonOf(cruiser, ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'])
  return reading
}

let reading

function sources() {
  return readdirSync('src', { recursive: true })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => `src/${path}`)
}
