import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineJobKind, jobTask, type Step, startJob } from '#features/platform/jobs/server/index.ts'
import type { DataOf } from '#kit/contract/event.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Task } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { PluginName } from '../contract.ts'
import { embeddedPluginNames, embeddedPlugins } from './embedded-plugins.ts'

const KIND = defineJobKind('plugins.refresh', { accountId: z.nullable(z.number()), force: z.boolean() })
const FRESH = '10 minutes'

type Wish = {
  /** Null: every account. */
  readonly accountId: number | null
  readonly names: readonly PluginName[]
  /** Also queries tools that were queried recently. */
  readonly force: boolean
  readonly ownerId: number
}

/** Starts the job that refreshes the tools, one step per tool. Returns its id. */
export async function startRefresh(tx: Tx, { accountId, names, force, ownerId }: Wish): Promise<number> {
  const steps = embeddedPluginNames.filter((name) => names.includes(name))
  const input = { accountId, force }
  const id = await startJob(tx, { kind: KIND, ownerId, ...(accountId ? { accountId } : {}), steps, input })
  if (accountId)
    await sql`
      insert into account_plugins (account_id, name, job_id) select ${accountId}, unnest(${steps}::text[]), ${id}
      on conflict (account_id, name) do update set job_id = ${id}`.execute(tx)
  return id
}

/** Runs such jobs. */
export function refreshTask(portal: AppContext): Task {
  return jobTask(portal, KIND, embeddedPluginNames.map(stepOf(portal)), async () => undefined)
}

function stepOf({ db }: AppContext): (name: PluginName) => Step<DataOf<typeof KIND.input>> {
  return (name) => ({
    name,
    async run({ accountId, force }) {
      await sql`
        insert into account_plugins as s (account_id, name, items, refreshed_at)
        select a.id, ${name}, ${embeddedPlugins[name]!}, now() from accounts a
        where a.deleted_at is null and (${accountId}::bigint is null or a.id = ${accountId})
          and (${force} or not exists (select 1 from account_plugins k
            where k.account_id = a.id and k.name = ${name} and k.refreshed_at > now() - ${FRESH}::interval))
        on conflict (account_id, name) do update set items = excluded.items, refreshed_at = excluded.refreshed_at`.execute(
        db,
      )
    },
  })
}
