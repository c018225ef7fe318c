import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

const regions: Readonly<Record<string, string>> = {
  NORTH_AMERICA: 'us-east4',
  SOUTH_AMERICA: 'southamerica-east1',
  EMEA: 'europe-west3',
  ASIA_PACIFIC: 'asia-southeast1',
}

/** Cloud regions of the demo: every account in its part of the world. */
export async function makeDemoRegions(tx: Tx): Promise<void> {
  await sql`
    insert into cloud_regions (account_id, region, project_key)
    select a.id, r.value, 'cos-' || rtrim(left(regexp_replace(lower(a.name), '[^a-z0-9]+', '-', 'g'), 20), '-') || '-prod'
    from accounts a join jsonb_each_text(${JSON.stringify(regions)}::jsonb) r on r.key = a.region where a.deleted_at is null`.execute(
    tx,
  )
}
