// npm run icons: writes the icons of Tabler that the source code imports, a module each in
// src/kit/web/icons/generated/, so that a page loads its own, and src/kit/web/icons/icons.generated.ts, which exports
// them. The package itself holds 6,000 icons in 91 MB, which a start would have to install.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const file = 'src/kit/web/icons/icons.generated.ts'
const folder = 'src/kit/web/icons/generated'
const source = '#kit/web/icons/icons.generated.ts'
const packageName = '@tabler/icons-react'

/** Returns a message when the committed icons are not those that the source code imports. */
export async function iconsComplaint() {
  const direct = importsOf(packageName).map(({ path }) => path)
  if (direct.length > 0) return `${direct.join(', ')}: import icons from ${source}, then npm run icons`
  const wanted = await generate()
  const there = [file, ...(existsSync(folder) ? readdirSync(folder).map((name) => `${folder}/${name}`) : [])]
  const fresh = there.length === wanted.size && there.every((path) => readFileSync(path, 'utf8') === wanted.get(path))
  return fresh ? undefined : `${file} is stale: npm run icons`
}

/** The text of each file by its path. */
async function generate() {
  const names = [...new Set(importsOf(source).flatMap(({ names }) => names))].sort()
  const icons = await Promise.all(names.map(async (name) => ({ name, ...(await declarationOf(name)) })))
  const exported = icons.map(({ name, module }) => `export { ${name} } from './generated/${module}.generated.ts'`)
  return new Map([
    [file, `${header()}\n${exported.join('\n')}\n`],
    ...icons.map(({ module, text }) => [`${folder}/${module}.generated.ts`, text]),
  ])
}

/** The files of src/ that import from a module, and the icons that they name. */
function importsOf(module) {
  const statement = new RegExp(`import (?:type )?\\{([^}]+)\\} from '${module.replaceAll('.', '\\.')}'`, 'g')
  return readdirSync('src', { recursive: true })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `src/${path}`)
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(statement)].map(([, list]) => ({
        path,
        names: list.match(/\bIcon[A-Z0-9]\w*/g) ?? [],
      })),
    )
}

async function declarationOf(component) {
  const path = `node_modules/${packageName}/dist/esm/icons/${component}.mjs`
  const code = readFileSync(path, 'utf8')
  const [, style, name] = /createReactComponent\("(\w+)", "([^"]+)"/.exec(code) ?? []
  if (!style) throw new Error(`${path} is not built as expected`)
  const { __iconNode: shapes } = await import(pathToFileURL(path).href)
  const values = [name, style, ...shapes.map(pathOf)].map((value) => `'${value}'`).join(', ')
  const text = `// Written by npm run icons; the licence stands in ../icons.generated.ts.
import { createIcon } from '../create-icon.ts'

export const ${component} = /* @__PURE__ */ createIcon(${values})
`
  return { module: name, text }
}

function pathOf([tag, { key, d, ...more }]) {
  if (tag !== 'path' || Object.keys(more).length > 0)
    throw new Error(`a ${tag} that create-icon.ts does not draw: ${key}`)
  return d
}

function header() {
  const { version } = JSON.parse(readFileSync(`node_modules/${packageName}/package.json`, 'utf8'))
  const licence = readFileSync(`node_modules/${packageName}/LICENSE`, 'utf8').trim()
  return `// Written by npm run icons: icons of Tabler ${version} (tabler.io/icons), under this licence:
//
${licence.replaceAll(/^/gm, '// ').replaceAll(/ +$/gm, '')}
`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = await generate()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  for (const [path, text] of files) writeFileSync(path, text)
}
