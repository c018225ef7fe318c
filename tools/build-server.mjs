// Compiles the server to dist/, copies the files beside it that it reads at run time, and makes dist/portal/ of it.
// Types are removed, not checked: npm run check does that.
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { transformSync } from 'rolldown/utils'

const assetFolders = new Set(['assets', 'demo-data'])
const typescript = { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true }

const billOfMaterials = writeBillOfMaterials('dist/sbom.cdx.json')
removeOrphans('dist')
for (const source of readdirSync('src', { recursive: true }).filter(isOfServer)) compile(source)
for (const asset of assets('src', false)) {
  const target = join('dist', relative('src', asset))
  mkdirSync(dirname(target), { recursive: true })
  cpSync(asset, target)
}

await Promise.all([import('./bundle-server.mjs'), billOfMaterials])

/**
 * The bill of materials of the packages that run here, which the demo delivers with its releases; npm makes it while we
 * compile.
 */
async function writeBillOfMaterials(file) {
  if (existsSync(file) && statSync(file).mtimeMs >= statSync('package-lock.json').mtimeMs) return
  const format = ['sbom', '--package-lock-only', '--omit', 'dev', '--sbom-format', 'cyclonedx']
  const npm = spawn('npm', format, { stdio: ['ignore', 'pipe', 'ignore'] })
  const chunks = []
  npm.stdout.on('data', (chunk) => chunks.push(chunk))
  const status = await new Promise((resolve) => npm.once('close', resolve))
  if (status === 0) writeFileSync(file, Buffer.concat(chunks))
}

function isOfServer(path) {
  return path.endsWith('.ts') && !/\.(test|e2e|d)\.ts$|[\\/]web[\\/]|^web[\\/]/.test(path)
}

function compile(path) {
  const code = readFileSync(join('src', path), 'utf8')
  const target = join('dist', path.replace(/\.ts$/, '.js'))
  const compiled = transformSync(path, code, { lang: 'ts', target: 'es2023', sourcemap: true, typescript })
  if (compiled.errors.length > 0)
    throw new Error(`${path}: ${compiled.errors.map(({ message }) => message).join('; ')}`)
  // Nothing of dist/ imports the compiler's own runtime: `</script>` in a tagged template is written `<\\/script>`.
  if (compiled.code.includes('@oxc-project/runtime')) throw new Error(`${path}: this syntax needs a helper at run time`)
  const map = { ...compiled.map, sources: [relative(dirname(target), join('src', path))], sourcesContent: undefined }
  // The `imports` of package.json map #….ts to dist/.
  const output = compiled.code.replaceAll(/"(#\w+\/[^"\n]+)\.js"/g, '"$1.ts"')
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(`${target}.map`, JSON.stringify(map))
  writeFileSync(target, `${output}//# sourceMappingURL=${target.split(/[\\/]/).at(-1)}.map\n`)
}

function assets(folder, inside) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return assets(path, inside || assetFolders.has(entry.name))
    return (inside && !/\.tsx?$/.test(path)) || path.endsWith('.sql') ? [path] : []
  })
}

/** The output of deleted sources: a remaining test or migration would still be found. */
function removeOrphans(folder) {
  if (!existsSync(folder)) return mkdirSync(folder)
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (['public', 'portal', 'sbom.cdx.json'].map((name) => join('dist', name)).includes(path)) continue
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
