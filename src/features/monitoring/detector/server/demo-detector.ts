import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { detectorDefaults } from '../contract.ts'

const ACCOUNT = 'holmewick-media'

/** The detector is on for one account of the demo world, with an outage of yesterday in its log. */
export async function makeDemoDetector(tx: Tx): Promise<void> {
  const { collectionWindow, cascadeWindow, minModems, minShare, alertThreshold } = detectorDefaults
  await sql`
    insert into detector_settings (account_id, collection_window, cascade_window, min_modems, min_share, alert_threshold, configured_by)
    select id, ${collectionWindow}, ${cascadeWindow}, ${minModems}, ${minShare}, ${alertThreshold}, (select min(user_id) from role_grants where role = 'HARMONIC_NOC')
    from accounts where name = ${ACCOUNT}`.execute(tx)
  await sql`
    with one as (
      select d.id, d.account_id, floor(extract(epoch from now()) / 60)::int - 1500 as at from deployments d join accounts a on a.id = d.account_id
      where a.name = ${ACCOUNT} order by d.id limit 1
    ), outage as (
      insert into detector_outages (account_id, deployment_id, number, scope, cluster, segments, start_minute, detected_minute, end_minute, total_cms_affected, modem_minutes)
      select account_id, id, 0, 'segment', 'c1', array['c1-core01 RPD-0312'], at, at + 4, at + 14, 385, 3335 from one
    )
    insert into detector_decisions (account_id, deployment_id, minute, kind, rule, cluster, segment, segments, outage, value, baseline, limit_value, run, needed, settings)
    select one.account_id, one.id, one.at + v.minute, v.kind, 'segment', 'c1', 'c1-core01 RPD-0312', 1, v.outage, v.value, 385, v.limit_value, v.run, v.needed,
      ${JSON.stringify({ collectionWindow, cascadeWindow, minModems, minShare })}::jsonb
    from one cross join (values (-870, 'BELOW', null::int, 12, 77.0, 3, 5), (4, 'OPENED', 0, 0, 77.0, 5, 5), (23, 'CLOSED', 0, 384, 19.25, 10, 10))
      v (minute, kind, outage, value, limit_value, run, needed)`.execute(tx)
}
