import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { complaintAbout, filesIn } from './step.mjs'

/** Classes that a component uses and its CSS module lacks, and classes of a module that no component uses. */
export function cssClasses() {
  const files = filesIn('src').filter((path) => /\.tsx?$|\.module\.css$/.test(path))
  return complaintAbout(
    differencesOf(new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))),
    'classes of CSS modules',
  )
}

/** The differences between CSS modules and the code that imports them, each with its file. */
export function differencesOf(texts) {
  const used = new Map(
    [...texts.keys()].filter((path) => path.endsWith('.module.css')).map((path) => [path, new Set()]),
  )
  const lines = []
  for (const [path, text] of texts) {
    if (path.endsWith('.css')) continue
    for (const [, name, place] of text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)'$/gm)) {
      const module = join(dirname(path), place)
      const there = classesOf(texts.get(module) ?? '')
      for (const one of usesOf(withoutComments(text), name)) {
        used.get(module)?.add(one)
        if (one === undefined) lines.push(`${path}: use ${name} by the names of its classes`)
        else if (!there.has(one)) lines.push(`${path}: ${place} has no class ${one}`)
      }
    }
  }
  for (const [module, names] of used)
    for (const one of classesOf(texts.get(module)))
      if (!names.has(one)) lines.push(`${module}: no component uses the class ${one}`)
  return lines
}

/** The names of the classes in the selectors of a CSS module, without global ones. */
export function classesOf(css) {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/:global\((?:[^()]|\([^()]*\))*\)/g, '')
  const selectors = [...plain.matchAll(/[^{};]*(?=\{)/g)].map(([selector]) => selector).join(' ')
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name))
}

function withoutComments(text) {
  return text.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '')
}

/** The classes that a text uses of an imported module; undefined for a use whose class is not to be read from it. */
function usesOf(text, name) {
  const uses = text.matchAll(
    new RegExp(`(?<![\\w.'"-])${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\])?(?![\\w'"-]|: | from )`, 'g'),
  )
  return [...uses].map(([, member, quoted]) => member ?? quoted)
}
