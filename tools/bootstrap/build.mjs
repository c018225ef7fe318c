import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'

/** Builds the server and the web application, each only when one of its sources differs from what it was built of. */
export function ensureBuild() {
  const sources = fingerprint(['src', ...settings.filter(existsSync)])
  mkdirSync('.cache', { recursive: true })
  if (needed('server', sources, 'dist/portal/main.js')) {
    console.log('Building the server')
    run(process.execPath, ['tools/build-server.mjs'], 'tools/bundle-server.mjs')
    done('server', sources)
  }
  if (existsSync('index.html') && needed('web', sources, 'dist/public/index.html')) {
    console.log('Building the web application')
    run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'])
    done('web', sources)
  }
}

const settings = [
  ...['package.json', 'package-lock.json', 'index.html', 'vite.config.ts', 'postcss.config.cjs', 'public'],
  ...['tsconfig.base.json', 'tsconfig.server.json', 'tsconfig.web.json', 'tools/build-server.mjs'],
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

/** Names, sizes and times of all files: a few milliseconds for a thousand of them, and a deleted file shows too. */
function fingerprint(paths) {
  return paths.flatMap(describe).join('\n')
}

function describe(path) {
  const { size, mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return [`${path} ${size} ${mtimeMs}`]
  const names = readdirSync(path).sort()
  return names.filter((name) => !/\.(test|e2e)\.ts$/.test(name)).flatMap((name) => describe(join(path, name)))
}
