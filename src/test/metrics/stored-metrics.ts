import { metricSource } from '#features/monitoring/metrics/server/index.ts'
import type { TestApp } from '#test/app.ts'
import { type MadeAccount, userWith } from '#test/factories.ts'
import { deployments, type MetricWorld } from './metric-source-suite.ts'

/** A deployment of an account, which may have it already; returns its id. */
export async function makeDeployment({ portal }: TestApp, account: MadeAccount, name: string): Promise<number> {
  const { id } = await portal.db
    .insertInto('deployments')
    .values({ account_id: account.id, name, version: 'cOS-CN-DOCSIS', type: 'CN-DOCSIS', stage: 'PRODUCTION' })
    .onConflict((both) => both.columns(['account_id', 'name']).doUpdateSet({ stage: 'PRODUCTION' }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The portal's own store, filled by collectors. */
export async function storedMetrics(app: TestApp, account: MadeAccount): Promise<MetricWorld> {
  const admin = await userWith(app, 'ADMIN')
  const ids = new Map<string, number>()
  for (const name of [...deployments, 'acmex2']) ids.set(name, await makeDeployment(app, account, name))
  return {
    async load(samples) {
      for (const [name, id] of ids) {
        const made = await fetch(`${app.url}/api/plugins/analytics/deployments/${id}/tokens`, {
          method: 'POST',
          headers: { ...admin.headers, 'content-type': 'application/json' },
          body: '{"name":"test"}',
        })
        const { token } = (await made.json()) as { token: string }
        const own = samples.split('\n').filter((line) => line.includes(`deployment="${name}"`))
        const sent = await fetch(`${app.url}/api/ingest/metrics`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/openmetrics-text' },
          body: `${own.join('\n')}\n# EOF\n`,
        })
        if (sent.status !== 204) throw new Error(await sent.text())
      }
    },
    source: (names) => metricSource(app.portal.db, { deployments: names.map((name) => ids.get(name) ?? 0), since: 0 }),
    close: async () => undefined,
  }
}
