import * as z from 'zod/mini'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { createSeriesCaches } from '../ingest/series-caches.ts'
import { copySamples } from './copy-samples.ts'
import { deploymentsOf, metricConnections, openMetrics } from './metric-connection.ts'

const COPY = defineJob('metrics.copy', { connection: z.string() })
/** Connections that are copied at once in a process. */
const AT_ONCE = 4

/** Each minute, the new samples of all connected systems: a job per connection, so that none waits for another. */
export function copyTasks(portal: AppContext, systems: readonly string[]): Task[] {
  const { db, log } = portal
  const caches = createSeriesCaches()
  const copy = taskOf(COPY, {
    calls: 'metrics',
    atOnce: AT_ONCE,
    async run({ connection }, stopping) {
      const deployments = await deploymentsOf(db, connection)
      if (deployments.length === 0) return
      const metrics = await openMetrics(portal, connection)
      for (const deployment of deployments) {
        const cache = caches.of(deployment, Date.now())
        const failure = await copySamples(db, { deployment, metrics, cache, stopping }).catch(integrationErrorOf)
        // What is wrong with the system is so for its other deployments too, and the next minute tries again.
        if (failure) return log.warn({ connection, failure: failure.message }, 'samples were not copied')
      }
    },
  })
  return [
    taskOf(defineJob('metrics.copy-all'), {
      cron: '* * * * *',
      async run() {
        for (const connection of await metricConnections(db, systems)) {
          const key = `${COPY.name} ${connection}`
          await addJob(db, COPY, { connection }, { key, queue: key, attempts: 1 })
        }
      },
    }),
    copy,
  ]
}

function integrationErrorOf(failure: unknown): IntegrationError {
  if (failure instanceof IntegrationError) return failure
  throw failure
}
