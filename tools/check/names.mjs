import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { sourceFiles } from './step.mjs'

/** Participles without `-ed`. */
const irregular = new Set(
  [
    'begun bent bound broken built chosen cut done drawn driven due fed forbidden forgot forgotten found frozen given gone',
    'grown held hidden kept known left lost made met overridden proven rebuilt rewritten said seen sent shown spent spoken',
    'stuck taken thrown torn unasked understood undone unknown unmade unproven unread unseen unsent unshown withdrawn',
    'woken written',
  ].flatMap((line) => line.split(' ')),
)

/** Nouns and other words that end as a participle does. */
const nouns = new Set('bed bleed breed deed embed exceed feed indeed need red seed shed speed weed'.split(' '))

/** The largest share of the names that may be a bare participle, in percent. */
const most = { top: 0.5, local: 1 }

/** Whether a name is a participle and nothing else: `found`, `Stored`; not `storedCase`, `isStored` or `seed`. */
export function isBareParticiple(name) {
  if (!/^[A-Za-z][a-z]+$/.test(name)) return false
  const word = name.toLowerCase()
  return irregular.has(word) || (/[a-z]{2}ed$/.test(word) && !nouns.has(word))
}

/** The names that a module declares: functions, types, classes and constants at its top, and constants in functions. */
export function namesIn(path, text) {
  const names = { top: [], local: [] }
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  visit(source, 'top')
  return names

  function visit(node, place) {
    if (ts.isVariableDeclaration(node)) bind(node.name, place)
    if (place === 'top' && isDeclaration(node) && node.name) names.top.push(node.name.text)
    const inside = ts.isFunctionLike(node) || ts.isClassLike(node) || ts.isBlock(node) ? 'local' : place
    ts.forEachChild(node, (child) => visit(child, inside))
  }

  function bind(node, place) {
    if (ts.isIdentifier(node)) names[place].push(node.text)
    else for (const element of node.elements) if (ts.isBindingElement(element)) bind(element.name, place)
  }
}

function isDeclaration(node) {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node)
  )
}

let counted

/** How many names the source has at the top of its modules and in functions, and which of them are bare participles. */
export function participlesOfSource() {
  counted ??= count()
  return counted
}

function count() {
  const result = { top: { all: 0, bare: [] }, local: { all: 0, bare: [] } }
  for (const path of sourceFiles()) {
    const names = namesIn(path, readFileSync(path, 'utf8'))
    for (const place of ['top', 'local']) {
      result[place].all += names[place].length
      result[place].bare.push(...names[place].filter(isBareParticiple).map((name) => `${path}: ${name}`))
    }
  }
  return result
}

/** The share of bare participles, in percent. */
export function shareOf({ all, bare }) {
  return (100 * bare.length) / all
}

/** A line for each place where more names are bare participles than may be. */
export function bareNames() {
  const complaints = Object.entries(participlesOfSource()).flatMap(([place, names]) =>
    shareOf(names) <= most[place]
      ? []
      : [`${shareOf(names).toFixed(2)} % of the ${place} names are bare participles, at most ${most[place]} % may be`],
  )
  return complaints.length > 0 ? complaints.join('\n') : undefined
}
