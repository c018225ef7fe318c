// Compiles the server to dist/, puts the files beside it that it reads at run time, and makes dist/portal/ of it.

import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const assetFolders = new Set(['messages', 'assets', 'demo-data'])

// The record of what was compiled lies in dist/, so that without dist/ all is compiled.
const record = 'dist/.tsbuildinfo'
const options = ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.server.json', '--tsBuildInfoFile', record]
const { status } = spawnSync(process.execPath, options, { stdio: 'inherit' })
if (status !== 0) process.exit(1)
removeOrphans('dist')
for (const asset of assets('src', false)) {
  const target = join('dist', relative('src', asset))
  mkdirSync(dirname(target), { recursive: true })
  cpSync(asset, target)
}

await import('./bundle-server.mjs')

// The bill of materials of what runs here, which the demo delivers with its releases.
if (olderThan('dist/sbom.cdx.json', 'package-lock.json')) {
  const format = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']
  const { status: made, stdout } = spawnSync('npm', format, { encoding: 'utf8', maxBuffer: 16_000_000 })
  if (made === 0) writeFileSync('dist/sbom.cdx.json', stdout)
}

function olderThan(file, source) {
  return !existsSync(file) || statSync(file).mtimeMs < statSync(source).mtimeMs
}

function assets(folder, inside) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return assets(path, inside || assetFolders.has(entry.name))
    return (inside && !/\.tsx?$/.test(path)) || path.endsWith('.sql') ? [path] : []
  })
}

/** What a source left behind that is no more: a test or a migration that still lay there would still be found. */
function removeOrphans(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if ([record, ...['public', 'portal', 'sbom.cdx.json'].map((name) => join('dist', name))].includes(path)) continue
    if (statSync(path).isDirectory()) removeOrphans(path)
    else if (!hasSource(relative('dist', path))) rmSync(path)
  }
}

function hasSource(path) {
  const stem = path.replace(/\.js(\.map)?$/, '')
  return (
    existsSync(join('src', path)) ||
    (stem !== path && ['.ts', '.tsx'].some((end) => existsSync(join('src', stem + end))))
  )
}
