// After the suites: which operations of openapi.json did no test call successfully?

import { existsSync, readdirSync, readFileSync } from 'node:fs'

const folder = '.cache/driven'

/** Names of the operations without a successful test; the list is to be empty. */
export function undriven() {
  if (!existsSync('openapi.json')) return []
  const { paths } = JSON.parse(readFileSync('openapi.json', 'utf8'))
  const operations = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  const driven = new Set(
    existsSync(folder)
      ? readdirSync(folder).flatMap((file) => readFileSync(`${folder}/${file}`, 'utf8').split('\n'))
      : [],
  )
  return operations.filter((name) => name && !driven.has(name)).sort()
}
