import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import type { RndConfig, RndProject } from '../contract.ts'

const configColumns = sql`project_key as "projectKey", project_label as "projectLabel", 'embedded' as "targetSystem", version`

type Page = { page: number; size: number; descending: boolean }

/** A page of the projects by key, and how many there are. */
export async function findProjects(db: Database, { page, size, descending }: Page) {
  const direction = directionOf(descending)
  const { rows } = await sql<RndProject & { count: number; newest: Date }>`
    select project_key as "projectKey", project_label as "projectLabel", count(*) over () as count, max(updated_at) over () as newest
    from rnd_projects order by project_key ${direction} ${limitOf({ page, size })}`.execute(db)
  return {
    rows: rows.map(({ projectKey, projectLabel }) => ({ projectKey, projectLabel })),
    total: { count: rows[0]?.count ?? (await countProjects(db)) },
    lastUpdateTime: rows[0]?.newest ?? null,
  }
}

async function countProjects(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from rnd_projects`.execute(db)
  return rows[0]!.count
}

/** The project in use, with when it was last changed. */
export async function findConfig(db: Database | Tx): Promise<{ config: RndConfig; updated: Date } | undefined> {
  const { rows } = await sql<RndConfig & { updated: Date }>`
    select ${configColumns}, updated_at as updated from rnd_projects where in_use`.execute(db)
  if (!rows[0]) return undefined
  const { updated: updatedAt, ...config } = rows[0]
  return { config, updated: updatedAt }
}

/** Creates the project, or renames it, and uses it from now on. */
export async function useProject(tx: Tx, { projectKey, projectLabel }: RndProject): Promise<RndConfig> {
  await sql`lock table rnd_projects in share row exclusive mode`.execute(tx)
  await sql`update rnd_projects set in_use = false where in_use and project_key <> ${projectKey}`.execute(tx)
  const { rows } = await sql<RndConfig>`
    insert into rnd_projects as p (project_key, project_label, in_use) values (${projectKey}, ${projectLabel}, true)
    on conflict (project_key) do update set project_label = excluded.project_label, in_use = true, version = p.version + 1, updated_at = now()
    returning ${configColumns}`.execute(tx)
  return rows[0]!
}

/** The next key of the project, or of the one in use; undefined when there is none. */
export async function nextIssueKey(tx: Tx, projectKey: string | undefined): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    update rnd_projects set next_number = next_number + 1 where ${projectKey ? sql`project_key = ${projectKey}` : sql`in_use`}
    returning project_key || '-' || (next_number - 1) as key`.execute(tx)
  return rows[0]?.key
}
