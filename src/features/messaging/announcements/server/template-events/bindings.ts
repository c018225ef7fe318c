import { sql } from 'kysely'
import { bindableEvents, eventVariables, templateProblems } from '#features/messaging/templates/contract.ts'
import { requireFits, templateOf } from '#features/messaging/templates/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import type { TemplateBindings } from '../../contract/binding.ts'
import { bindingsChanged, listTemplateBindings, setTemplateBindings, type TemplateBinding } from '../../contract.ts'
import { requireCategory } from '../require-recipients.ts'

/** The endpoints of the events that are bound to templates. */
export function serveBindings(portal: AppContext): void {
  serve(portal, listTemplateBindings, async () => withVersion(await bindingsOf(portal.db)))
  registerCommand(portal, setTemplateBindings, setBindings)
}

async function setBindings(call: CommandContext<typeof setTemplateBindings>) {
  const { tx, session, body } = call
  await sql`select from template_binding_version for update`.execute(tx)
  const before = await bindingsOf(tx)
  requireVersion(call, before.version)
  const { bindings } = body
  const twice = bindings.findIndex(({ event }, index) => bindings.findIndex((one) => one.event === event) < index)
  if (twice !== -1) throwFieldProblem(`bindings.${twice}.event`, 'is bound twice')
  for (const binding of bindings) await requireBindable(tx, binding)
  await sql`delete from template_bindings where not event = any(${bindings.map(({ event }) => event)}::text[])`.execute(
    tx,
  )
  await sql`
    insert into template_bindings (event, template_id, type, category_id, email_copy, announce, bound_by)
    select b.event, b."templateId", b.type, b."categoryId", b."emailCopy", coalesce(b.announce, true), ${session.userId}
    from jsonb_to_recordset(${JSON.stringify(bindings)}::jsonb)
      as b(event text, "templateId" bigint, type text, "categoryId" bigint, "emailCopy" boolean, announce boolean)
    on conflict (event) do update set template_id = excluded.template_id, type = excluded.type, category_id = excluded.category_id,
      email_copy = excluded.email_copy, announce = excluded.announce, bound_by = excluded.bound_by`.execute(tx)
  await sql`update template_binding_version set version = version + 1`.execute(tx)
  await call.record(bindingsChanged, { data: { changes: { bindings: [before.bindings, bindings] } } })
  return withVersion(await bindingsOf(tx))
}

async function requireBindable(tx: Tx, { event, templateId, categoryId }: TemplateBinding): Promise<void> {
  const template = await templateOf(tx, templateId, { lock: true })
  if (!template.enabled) throwProblem(templateProblems['template-not-active'])
  requireFits(template, event)
  await requireCategory(tx, categoryId)
}

async function bindingsOf(db: Database | Tx): Promise<TemplateBindings> {
  const { rows } = await sql<{ bindings: TemplateBinding[]; version: number }>`
    select v.version, (select coalesce(json_agg(json_build_object('event', b.event, 'templateId', b.template_id::text, 'type', b.type,
      'categoryId', b.category_id::text, 'emailCopy', b.email_copy, 'announce', b.announce) order by b.event), '[]') from template_bindings b) as bindings
    from template_binding_version v`.execute(db)
  const events = bindableEvents.map((event) => ({ event, variables: [...eventVariables[event]] }))
  return { ...rows[0]!, events }
}

function withVersion(bindings: TemplateBindings) {
  return respond(bindings, { headers: { etag: etagOf(bindings.version) } })
}
