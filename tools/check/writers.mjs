import { readFileSync } from 'node:fs'
import { complaintAbout, filesIn } from './step.mjs'

const schema = 'src/database/schema.generated.ts'
/** Tests, and programs that fill a database for demos and benchmarks, write where they need to. */
const left = /\.test\.ts$|^src\/test\/|\/migrations\/|\.generated\.ts$|\/demo[-/]|\/scale-/
const writing =
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\('(\w+)'|\b(?:insert into|update|delete from|merge into|truncate)\s+(\w+)\b|(?:machineAccess\('[\w-]+', |tokenKind\()\{\s*table: '(\w+)'/g
/** A write to a table whose name a variable holds: `sql.table(…)`, `sql.ref(…)`, a fragment, or the builder. */
const writingAny =
  /\b(?:insert into|update|delete from|merge into|truncate)\s+\$\{|(?:insertInto|updateTable|deleteFrom|mergeInto)\((?!')/
/** Names in quotation marks, but not what the builder reads. */
const naming = /(?<!(?:selectFrom|[jJ]oin)\()'(\w+)'/g
/** Writes the tables that features pass to it: they are the writers. */
const generic = [
  'src/kit/server/encrypted-column.ts',
  'src/features/access/machine-access/server/machine-access.ts',
  'src/features/access/tokens/server/token-kind.ts',
]

/** Tables that more than one feature writes. */
export function writers() {
  const files = filesIn('src').filter((path) => path.endsWith('.ts') && !left.test(path))
  const [, list] = readFileSync(schema, 'utf8').split(/^export interface DB \{$/m)
  const tables = new Set([...list.matchAll(/^ {2}(\w+): \w+;?$/gm)].map(([, name]) => name))
  const texts = files.map((path) => [path, readFileSync(path, 'utf8')])
  return complaintAbout(sharedTables(texts, tables), 'a table has more than one writer')
}

/**
 * The tables that files of more than one feature write, each as `table: feature feature`. Of a write to a table whose
 * name a variable holds, each table counts that the file names; where it names none, each that its feature names.
 */
export function sharedTables(texts, tables) {
  const owners = new Map()
  const namedIn = (text) => [...text.matchAll(naming)].map(([, name]) => name).filter((name) => tables.has(name))
  for (const [path, text] of texts) {
    const written = [...text.matchAll(writing)].map((found) => found.slice(1).find(Boolean))
    if (writingAny.test(text) && !generic.includes(path)) {
      const own = texts.filter(([other]) => ownerOf(other) === ownerOf(path)).flatMap(([, other]) => namedIn(other))
      written.push(...(namedIn(text).length > 0 ? namedIn(text) : own))
    }
    for (const table of written)
      if (tables.has(table)) owners.set(table, (owners.get(table) ?? new Set()).add(ownerOf(path)))
  }
  return [...owners]
    .filter(([, features]) => features.size > 1)
    .map(([table, features]) => `${table}: ${[...features].sort().join(' ')}`)
}

function ownerOf(path) {
  return /^src\/(?:features\/)?((?:[^/]+\/[^/]+(?=\/(?:server|contract|web)))|[^/]+)/.exec(path)?.[1] ?? path
}
