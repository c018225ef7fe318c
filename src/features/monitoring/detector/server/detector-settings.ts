import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { detectorDefaults, type ScannerConfig } from '../contract.ts'
import type { DetectorSettings } from './rules/judging.ts'

/** The configuration of an account; undefined while the detector is off. */
export async function scannerConfig(db: Database | Tx, accountId: number): Promise<ScannerConfig | undefined> {
  const { rows } = await sql<ScannerConfig>`
    select a.name as account, s.project_key as "projectKey", s.project_label as "projectLabel", s.collection_window as "collectionWindow",
      s.cascade_window as "cascadeWindow", s.min_modems as "minModems", s.min_share as "minShare", s.alert_threshold as "alertThreshold",
      ${isoSql('s.updated_at')} as updated, s.version
    from detector_settings s join accounts a on a.id = s.account_id where s.account_id = ${accountId}`.execute(db)
  return rows[0]
}

/** The rules in force, with those that are given instead. */
export function settingsOf(
  config: Partial<DetectorSettings> | undefined,
  overrides: { readonly [setting in keyof DetectorSettings]?: number | undefined } = {},
): DetectorSettings {
  const names = Object.keys(detectorDefaults) as (keyof DetectorSettings)[]
  const values = names.map((name) => [name, overrides[name] ?? config?.[name] ?? detectorDefaults[name]])
  return Object.fromEntries(values) as DetectorSettings
}
