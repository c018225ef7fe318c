import type { CentralService, ServiceDeployment } from '../contract.ts'

/** A deployment with its service. */
export type Row = ServiceDeployment & { readonly service: string }

/** A node of the map; `rows` are the deployments that its edges stand for. */
export type MapNode = {
  readonly id: string
  readonly name: string
  readonly rows: readonly Row[]
}
export type VersionNode = MapNode & { readonly service: string; readonly isNewest: boolean }
export type AccountNode = MapNode & { readonly accountId: string; readonly account: string }
export type Edge = { readonly from: number; readonly to: number; readonly rows: readonly Row[] }

/** The three columns of the map and the edges between them. */
export type Graph = {
  readonly services: readonly MapNode[]
  readonly versions: readonly VersionNode[]
  readonly accounts: readonly AccountNode[]
  readonly toVersions: readonly Edge[]
  readonly toAccounts: readonly Edge[]
}

/** All deployments, by service. */
export function rowsOf(services: readonly CentralService[]): Row[] {
  return services.flatMap(({ name, deployments }) => deployments.map((one) => ({ ...one, service: name })))
}

/** The map of services: each service, its versions with the newest first, and the accounts that run them. */
export function graphOf(services: readonly CentralService[], rows: readonly Row[]): Graph {
  const nodes = services.map(({ name }) => ({ id: name, name, rows: rows.filter(({ service }) => service === name) }))
  const versions = nodes.flatMap(({ name: service, rows: own }) => {
    const newest = services.find(({ name }) => name === service)?.newestVersion
    return groups(own, ({ softwareVersion }) => softwareVersion ?? '')
      .sort(([a], [b]) => byNumbers.compare(b, a))
      .map(
        ([name, rows]): VersionNode => ({ id: `${service} ${name}`, name, rows, service, isNewest: name === newest }),
      )
  })
  const accounts = groups(rows, ({ accountId }) => accountId)
    .map(([id, own]): AccountNode => {
      const { accountName, account } = own[0]!
      return { id, name: accountName, rows: own, accountId: id, account }
    })
    .sort((a, b) => firstVersion(a) - firstVersion(b) || a.name.localeCompare(b.name))
  function firstVersion({ rows: own }: MapNode): number {
    return Math.min(...own.map((row) => versions.findIndex((version) => version.rows.includes(row))))
  }
  return {
    services: nodes,
    versions,
    accounts,
    toVersions: edges(nodes, versions),
    toAccounts: edges(versions, accounts),
  }
}

/** 1.9.0 is before 1.10.0. */
const byNumbers = new Intl.Collator('en', { numeric: true })

function groups(rows: readonly Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  const rowsByKey = new Map<string, Row[]>()
  for (const row of rows) rowsByKey.set(keyOf(row), [...(rowsByKey.get(keyOf(row)) ?? []), row])
  return [...rowsByKey]
}

function edges(leftNodes: readonly MapNode[], right: readonly MapNode[]): Edge[] {
  return leftNodes.flatMap((one, from) =>
    right.flatMap((other, to) => {
      const rows = one.rows.filter((row) => other.rows.includes(row))
      return rows.length > 0 ? [{ from, to, rows }] : []
    }),
  )
}
