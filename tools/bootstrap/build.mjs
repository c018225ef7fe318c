import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { phase } from './phase.mjs'
import { runBeside } from './run.mjs'

/**
 * Builds the server and the web application in parallel, by the Node of that path, each only when one of its sources has
 * changed since the last build.
 */
export async function ensureBuild(node = process.execPath) {
  const sources = fingerprint(['src', ...settings.filter(existsSync)])
  mkdirSync('.cache', { recursive: true })
  const outcomes = await Promise.allSettled([
    needed('server', sources, 'dist/portal/main.js') &&
      phase('Building the server', () => runBeside(node, ['tools/build-server.mjs'])).then(() =>
        done('server', sources),
      ),
    existsSync('index.html') &&
      needed('web', sources, 'dist/public/index.html') &&
      phase('Building the web application', () =>
        runBeside(node, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']),
      ).then(() => done('web', sources)),
  ])
  const failed = outcomes.find(({ status }) => status === 'rejected')
  if (failed) throw failed.reason
}

const settings = [
  ...['package.json', 'package-lock.json', 'index.html', 'vite.config.ts', 'postcss.config.cjs', 'public'],
  ...['tools/build-server.mjs', 'tools/bundle-server.mjs', 'tools/called-in-browser.mjs', 'tools/mantine-styles.mjs'],
]

function needed(part, sources, result) {
  return !existsSync(result) || stampOf(part) !== sources
}

function done(part, sources) {
  writeFileSync(`.cache/${part}.built`, sources)
}

function stampOf(part) {
  const path = `.cache/${part}.built`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/**
 * Names, sizes and times of all files: a few milliseconds for a thousand of them, and a deleted file is detected too.
 */
function fingerprint(paths) {
  return paths.flatMap(describe).join('\n')
}

function describe(path) {
  const { size, mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${size} ${mtimeMs}`]
  const names = readdirSync(path).sort()
  return names.filter((name) => !/\.(test|e2e)\.ts$/.test(name)).flatMap((name) => describe(join(path, name)))
}
