import type { AccountSummary } from '#features/monitoring/analytics/contract.ts'
import type { CentralService, ServiceDeployment } from '../contract.ts'

const states = ['OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF'] as const
/** 1.9.0 is before 1.10.0. */
const inNumbers = new Intl.Collator('en', { numeric: true })

/** The services by name, each with its deployments by account; older versions than the newest one are marked. */
export function groupByService(
  summary: Readonly<Record<string, AccountSummary>>,
  clusters: ReadonlyMap<string, string[]>,
): CentralService[] {
  const services = new Map<string, ServiceDeployment[]>()
  for (const [account, { id: accountId, displayName, deployments }] of Object.entries(summary))
    for (const { id, name, version, softwareVersion, stage, state, outages } of deployments) {
      const where = { id, name, account, accountName: displayName, accountId, stage }
      const deploymentFacts = { softwareVersion, isBehind: false, state, outages, clusters: clusters.get(id) ?? [] }
      services.set(version, [...(services.get(version) ?? []), { ...where, ...deploymentFacts }])
    }
  return [...services].map(([name, rows]) => service(name, rows)).sort((a, b) => inNumbers.compare(a.name, b.name))
}

function service(name: string, rows: readonly ServiceDeployment[]): CentralService {
  const versions = rows.flatMap(({ softwareVersion }) => softwareVersion ?? []).sort(inNumbers.compare)
  const newestVersion = versions.at(-1) ?? null
  const deployments = rows.map((row) => ({
    ...row,
    isBehind: row.softwareVersion !== null && inNumbers.compare(row.softwareVersion, newestVersion ?? '') < 0,
  }))
  return {
    name,
    newestVersion,
    behind: deployments.filter(({ isBehind }) => isBehind).length,
    state: states.find((state) => rows.some((row) => row.state === state)) ?? 'OFF',
    deployments,
  }
}
