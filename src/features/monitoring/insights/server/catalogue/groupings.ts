import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { Grouping, Insight } from '../../contract.ts'
import { type CatalogueInsight, deliveredGroupings } from './catalogue.ts'

export type GroupingKind = keyof typeof deliveredGroupings

/** The categories or types with what was edited, by priority. */
export async function groupingsOf(db: Database | Tx, kind: GroupingKind): Promise<Grouping[]> {
  const { rows } = await sql<Grouping>`
    select id, display_name as "displayName", color, priority, version from insight_groupings where kind = ${kind}`.execute(
    db,
  )
  const editedById = new Map(rows.map((row) => [row.id, row]))
  return deliveredGroupings[kind]
    .map((one) => editedById.get(one.id) ?? { ...one, version: 1 })
    .sort((a, b) => a.priority - b.priority || a.displayName.localeCompare(b.displayName))
}

/** Both groupings, to show insights with them. */
export async function readGroupings(db: Database | Tx) {
  const [categories, types] = [await groupingsOf(db, 'category'), await groupingsOf(db, 'type')]
  return { category: byId(categories), type: byId(types) }
}
export type Groupings = Awaited<ReturnType<typeof readGroupings>>

/** An insight as the API shows it. */
export function shownInsight(one: CatalogueInsight, groupings: Groupings): Insight {
  const category = groupings.category.get(one.category)!
  const type = groupings.type.get(one.type)!
  return {
    name: one.name,
    displayName: one.displayName,
    category: { id: category.id, displayName: category.displayName },
    type: { id: type.id, displayName: type.displayName },
    view: one.view,
    color: category.color,
    priority: type.priority,
    unit: one.unit,
    threshold: one.threshold,
    why: one.why,
    next: one.next,
    granularities: one.granularities,
    grid: one.grid,
  }
}

function byId(rows: readonly Grouping[]): ReadonlyMap<string, Grouping> {
  return new Map(rows.map((row) => [row.id, row]))
}
