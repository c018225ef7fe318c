import { readFileSync } from 'node:fs'
import { complaintAbout, filesIn } from './step.mjs'

const schema = 'src/database/schema.generated.ts'
/** Tests, and programs that fill a database for demos and benchmarks, write where they need to. */
const left = /\.test\.ts$|^src\/test\/|\/migrations\/|\.generated\.ts$|\/demo[-/]|\/scale-/
const writing = /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\b(?:insert into|update|delete from)\s+(\w+)\b/g

/** Tables that more than one feature writes. */
export function writers() {
  const files = filesIn('src').filter((path) => path.endsWith('.ts') && !left.test(path))
  const tables = new Set([...readFileSync(schema, 'utf8').matchAll(/^ {2}(\w+): \w+;?$/gm)].map(([, name]) => name))
  const texts = files.map((path) => [path, readFileSync(path, 'utf8')])
  return complaintAbout(sharedTables(texts, tables), 'a table has more than one writer')
}

/** The tables that files of more than one feature write, each as `table: feature feature`. */
export function sharedTables(texts, tables) {
  const owners = new Map()
  for (const [path, text] of texts)
    for (const [, built, written] of text.matchAll(writing)) {
      const table = built ?? written
      if (tables.has(table)) owners.set(table, (owners.get(table) ?? new Set()).add(ownerOf(path)))
    }
  return [...owners]
    .filter(([, features]) => features.size > 1)
    .map(([table, features]) => `${table}: ${[...features].sort().join(' ')}`)
}

function ownerOf(path) {
  return /^src\/(?:features\/)?((?:[^/]+\/[^/]+(?=\/(?:server|contract|web)))|[^/]+)/.exec(path)?.[1] ?? path
}
