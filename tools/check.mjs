// npm run check: every check of the code that needs no run of it. A step applies once its subject exists.
import { existsSync, readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { ensureBuild } from './bootstrap/build.mjs'
import { areas, cycles } from './check/areas.mjs'
import { boundaries } from './check/boundaries.mjs'
import { cssClasses } from './check/css-classes.mjs'
import { cssLengths } from './check/css-lengths.mjs'
import { entryPoints } from './check/entry-points.mjs'
import { figuresOfSource } from './check/figures.mjs'
import { catalogues, upToDate } from './check/generated.mjs'
import { bareNames } from './check/names.mjs'
import { oneShape } from './check/one-shape.mjs'
import { complaintOf } from './check/step.mjs'
import { webBytes } from './check/web-bytes.mjs'
import { webChunks } from './check/web-chunks.mjs'
import { wordsOfSource } from './check/words.mjs'
import { writers } from './check/writers.mjs'
import { graphComplaint } from './graph.mjs'
import { iconsComplaint } from './icons.mjs'
import { misfits } from './mutants/fit.mjs'
import { schemaComplaint } from './schema.mjs'

const tsc = (project) => complaintOf('typescript-7/bin/tsc', ['-p', project, '--noEmit'])
const commandLine = existsSync('src/server/cli.ts')

const web = existsSync('index.html')
const knip = ['--no-progress', '--no-config-hints', '--tsConfig', 'tsconfig.server.json']

/** The longest first, because two run at a time. */
const steps = [
  ['types of the web application', readdirSync('src/web').length > 0, () => tsc('tsconfig.web.json')],
  ['types of the journeys', existsSync('src/test/journeys'), () => tsc('tsconfig.journeys.json')],
  ['types of the server', true, () => tsc('tsconfig.server.json')],
  ['format and lint', true, () => complaintOf('@biomejs/biome/bin/biome', ['check', '--diagnostic-level=error', '.'])],
  ['boundaries', true, boundaries],
  ['build', existsSync('src/server/main.ts'), () => ensureBuild()],
  ['areas', true, areas],
  ['cycles', true, cycles],
  ['one writer per table', true, writers],
  ['entry points', true, entryPoints],
  ['one shape', true, oneShape],
  ['classes of CSS modules', web, cssClasses],
  ['lengths of CSS', web, cssLengths],
  ['words', true, wordsOfSource],
  ['names', true, bareNames],
  ['dead code', true, () => complaintOf('knip/bin/knip.js', knip)],
  ['icons', web, iconsComplaint],
  ['types of the database', true, schemaComplaint],
  ['mutants', true, () => misfits()],
  ['module graphs', existsSync('ARCHITECTURE.md'), graphComplaint],
]

/** Their input was built by a step above. */
const stepsOfTheBuild = [
  ['bytes of the web build', web, webBytes],
  ['order of the web build', web, webChunks],
  [
    'openapi.json',
    commandLine && existsSync('openapi.json'),
    () => upToDate('openapi', 'openapi.json', ['dist/server/describe.program.js']),
  ],
  ...catalogues.map((file) => [
    file,
    commandLine,
    () => upToDate('catalogue', file, ['dist/server/catalogue.program.js']),
  ]),
  [
    'docs/permissions.md',
    commandLine && existsSync('docs/permissions.md'),
    () => upToDate('permissions', 'docs/permissions.md', ['dist/server/cli.js', 'permissions', '--write']),
  ],
]

/** Runs the steps that apply, two at a time, prints each result, and returns how many passed and failed. */
export async function check() {
  const counts = { passed: 0, failed: 0 }
  for (const group of [steps, stepsOfTheBuild]) {
    const waiting = group.filter(([, applies]) => applies)
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, , step] = next
        const complaint = await attempt(step)
        counts[complaint === undefined ? 'passed' : 'failed']++
        console.log(complaint === undefined ? `✓ ${name}` : `✗ ${name}\n${complaint.replaceAll(/^/gm, '    ')}`)
      }
    }
    await Promise.all([work(), work()])
  }
  console.log(figuresOfSource())
  return counts
}

async function attempt(step) {
  try {
    return await step()
  } catch (error) {
    return error.message
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await check()
  process.exitCode = failed > 0 ? 1 : 0
}
