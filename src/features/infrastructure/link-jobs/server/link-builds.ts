import { sql } from 'kysely'
import type { BuildOwner } from '#features/infrastructure/build-automation/server/index.ts'
import { linkJobChanged } from '../contract.ts'
import { failWhere } from './end-link-jobs.ts'
import { openToken } from './enrolment-tokens.ts'

/** The builds of link jobs: pages refetch when one changes, and a job fails when its build does. */
export const linkBuilds: BuildOwner = {
  async changed({ live }, tx, build) {
    const { rows } = await sql<{ id: string; account: string; hasFailed: boolean }>`
      select j.id::text as id, a.name as account, b.state in ('FAILED', 'CANCELLED') as "hasFailed"
      from link_jobs j join builds b on b.id = j.build_id join accounts a on a.id = j.account_id where b.id = ${build}`.execute(
      tx,
    )
    const [job] = rows
    if (!job) return
    if (job.hasFailed) await failWhere(tx, sql`j.build_id = ${build}`, 'BUILD_FAILED')
    await live.publish(tx, { topic: linkJobChanged, params: { account: job.account }, body: { id: job.id } })
  },
  async secretParameters(portal, build) {
    const token = await openToken(portal, sql`build_id = ${build}`)
    return token === null ? {} : { ENROLMENT_TOKEN: token }
  },
}
