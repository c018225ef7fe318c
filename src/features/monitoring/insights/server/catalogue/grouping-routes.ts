import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  contrastWithWhite,
  editInsightCategory,
  editInsightType,
  type Grouping,
  insightGroupingEdited,
  insightProblems,
  LEAST_CONTRAST,
  listInsightCategories,
  listInsightTypes,
  readInsightCategory,
  readInsightType,
} from '../../contract.ts'
import { type GroupingKind, groupingsOf } from './groupings.ts'

const notFound = {
  category: insightProblems['insight-category-not-found'],
  type: insightProblems['insight-type-not-found'],
} as const

/** Serves categories and types. */
export function serveGroupings(portal: AppContext): void {
  const { db } = portal
  serve(portal, listInsightTypes, async (call) => halSinglePage(call, 'types', await groupingsOf(db, 'type')))
  serve(portal, listInsightCategories, async (call) =>
    halSinglePage(call, 'categories', await groupingsOf(db, 'category')),
  )
  serve(portal, readInsightType, async ({ params }) => replyWithEtag(await groupingOf(db, 'type', params.id)))
  serve(portal, readInsightCategory, async ({ params }) => replyWithEtag(await groupingOf(db, 'category', params.id)))
  registerCommand(portal, editInsightType, (call) => edit(call, 'type'))
  registerCommand(portal, editInsightCategory, (call) => edit(call, 'category'))
}

async function groupingOf(db: Database | Tx, kind: GroupingKind, id: string): Promise<Grouping> {
  const grouping = (await groupingsOf(db, kind)).find((one) => one.id === id)
  return grouping ?? throwProblem(notFound[kind], { id })
}

async function edit(call: CommandContext<typeof editInsightType>, kind: GroupingKind) {
  const { tx, params, body } = call
  if (body.color && contrastWithWhite(body.color) < LEAST_CONTRAST)
    throwFieldProblem('color', `must have a contrast of at least ${LEAST_CONTRAST}:1 with white`)
  // Two edits of one row wait for each other, also before the row exists.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`insight ${kind} ${params.id}`}, 0))`.execute(tx)
  const before = await groupingOf(tx, kind, params.id)
  requireVersion(call, before.version)
  const after = { ...before, ...definedFields(body), version: before.version + 1 }
  await sql`
    insert into insight_groupings (kind, id, display_name, color, priority, version)
    values (${kind}, ${after.id}, ${after.displayName}, ${after.color}, ${after.priority}, ${after.version})
    on conflict (kind, id) do update set display_name = excluded.display_name, color = excluded.color,
      priority = excluded.priority, version = excluded.version, updated_at = now()`.execute(tx)
  await call.record(insightGroupingEdited, {
    subject: params.id,
    data: { kind, name: before.displayName, changes: changesOf(before, definedFields(body)) },
  })
  return replyWithEtag(after)
}

function definedFields(body: CommandContext<typeof editInsightType>['body']): Partial<Grouping> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

function replyWithEtag(grouping: Grouping) {
  return respond(grouping, { headers: { etag: etagOf(grouping.version) } })
}
