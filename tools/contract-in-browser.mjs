import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const contracts = /\/src\/(kit|features\/[^/]+)\/contract(\.ts$|\/)/
const declares = new Set(['endpoint', 'topic'])
/** What every call and every subscription reads of a declaration. */
const always = new Set(['name', 'method', 'url', 'destination', 'own'])

/**
 * A Vite plugin: the browser gets of a contract what it uses. A declaration keeps what calling it takes, and besides
 * that what some page spells out (`createBundle.body`); what the server alone reads, the schemas of replies first of
 * all, stays away. The rest of a contract has no effects but its values, which the bundler cannot see by itself.
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
        return { code: edited(code, editsOf(this.parse(code), spelled)), map: null }
      },
    },
  }
}

/** Every `name.property` of the pages, types left out. */
function spelledInPages() {
  const found = new Set()
  for (const path of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
    if (!/(^|[\\/])web[\\/].*\.tsx?$/.test(path)) continue
    const code = readFileSync(join('src', path), 'utf8')
    for (const [words] of code.matchAll(/(?<!typeof )\b\w+\.\w+\b/g)) found.add(words)
  }
  return found
}

/** Each value is wrapped into a call marked as pure, which goes when nobody asks for its result. */
function editsOf({ body }, spelled) {
  const values = body
    .flatMap((statement) => (statement.declaration ?? statement).declarations ?? [])
    .filter(({ init }) => init && !/Literal|Function/.test(init.type))
  const users = usersOf(values)
  return values.flatMap(({ id, init }) => {
    const names = users.get(id.name) ?? []
    const unneeded = ({ type, key }) =>
      type === 'Property' && !always.has(key.name) && !names.some((name) => spelled.has(`${name}.${key.name}`))
    const cuts = names.length > 0 ? (membersOf(init) ?? []).filter(unneeded) : []
    return [
      [init.start, init.start, '/* @__PURE__ */ (() => ('],
      ...cuts.map(({ start, end }) => [start, end, '...null']),
      [init.end, init.end, '))()'],
    ]
  })
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

function membersOf({ type, properties, arguments: [declaration] = [] }) {
  return type === 'ObjectExpression' ? properties : declaration?.properties
}

function edited(code, edits) {
  let out = ''
  let at = 0
  for (const [start, end, text] of edits) {
    out += code.slice(at, start) + text
    at = end
  }
  return out + code.slice(at)
}
