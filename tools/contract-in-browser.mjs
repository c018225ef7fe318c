import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const contracts = /\/src\/(kit|features\/[^/]+\/[^/]+)\/contract(\.ts$|\/)/
const declares = new Set(['endpoint', 'topic'])
/** The members of a declaration that every call and every subscription reads. */
const always = new Set(['name', 'method', 'url', 'destination', 'own'])

/**
 * A Vite plugin: reduces contracts to what the browser uses. A declaration keeps what calling it needs, and besides
 * that what some page names explicitly (`createBundle.body`); what only the server reads, mainly the schemas of replies
 * and the problems, is removed, with everything that only that needed. The rest of a contract has no side effects,
 * which the bundler cannot detect itself.
 */
export function contractInBrowser() {
  let spelled = new Set()
  return {
    name: 'contract-in-browser',
    enforce: 'post',
    buildStart() {
      spelled = spelledInPages()
    },
    transform: {
      filter: { id: contracts },
      handler(code) {
        return { code: needed(partsOf(code, this.parse(code).body, spelled)), map: null }
      },
    },
  }
}

/** Every name of the pages and every `name.property`, types left out. */
function spelledInPages() {
  const found = new Set()
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/(^|[\\/])web[\\/].*\.tsx?$/.test(path)) continue
    const code = readFileSync(join('src', path), 'utf8')
    for (const [words] of code.matchAll(/(?<!typeof )\b\w+\.\w+\b/g)) found.add(words)
    for (const [word] of code.matchAll(/\b\w+Problems\b/g)) found.add(word)
  }
  return found
}

/** The statements for the browser, each with the names that it defines for this module alone. */
function partsOf(code, body, spelled) {
  const users = usersOf(body.flatMap(valuesOf))
  return body.map((statement) => {
    const edits = valuesOf(statement).flatMap((value) => editsOf(value, users.get(value.id.name) ?? [], spelled))
    return { names: namesOf(statement), text: edited(code, edits, statement) }
  })
}

/** Each value is wrapped into a call marked as pure, which is removed when its result is not used. */
function editsOf({ id, init }, names, spelled) {
  if (init.callee?.name === 'problems' && !spelled.has(id.name)) return [[init.start, init.end, '({})']]
  const unneeded = ({ type, key }) =>
    type === 'Property' && !always.has(key.name) && !names.some((name) => spelled.has(`${name}.${key.name}`))
  const cuts = names.length > 0 ? (membersOf(init) ?? []).filter(unneeded) : []
  return [
    [init.start, init.start, '/* @__PURE__ */ (() => ('],
    ...cuts.map(({ start, end }) => [start, end, '...null']),
    [init.end, init.end, '))()'],
  ]
}

/** The declarations that each value is or is spread into, by their names. */
function usersOf(values) {
  const users = new Map()
  for (const { id, init } of values) {
    if (!declares.has(init.callee?.name)) continue
    users.set(id.name, [id.name])
    for (const { type, argument } of membersOf(init) ?? []) {
      if (type === 'SpreadElement') users.set(argument.name, [...(users.get(argument.name) ?? []), id.name])
    }
  }
  return users
}

/** The values that a statement computes. */
function valuesOf(statement) {
  const { declarations = [] } = statement.declaration ?? statement
  return declarations.filter(({ init }) => init && !/Literal|Function/.test(init.type))
}

function membersOf({ type, properties, arguments: [declaration] = [] }) {
  return type === 'ObjectExpression' ? properties : declaration?.properties
}

function namesOf({ type, specifiers, declarations, id }) {
  if (type === 'ImportDeclaration') return specifiers.map(({ local }) => local.name)
  if (type === 'VariableDeclaration') return declarations.map((one) => one.id.name)
  return type === 'FunctionDeclaration' ? [id.name] : undefined
}

function edited(code, edits, { start, end }) {
  let out = ''
  let at = start
  for (const [from, to, text] of edits) {
    out += code.slice(at, from) + text
    at = to
  }
  return out + code.slice(at, end)
}

/** The exports, and everything in the module that they refer to. */
function needed(parts) {
  const kept = parts.filter(({ names }, index) => {
    const others = parts.filter((_, other) => other !== index)
    return (
      names === undefined || names.some((name) => others.some(({ text }) => new RegExp(`\\b${name}\\b`).test(text)))
    )
  })
  return kept.length < parts.length ? needed(kept) : kept.map(({ text }) => text).join('\n')
}
