import { sql } from 'kysely'
import { findAccountIn } from '#features/access/scope/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { eventsOf } from '../contract/backend-variables.ts'
import { cutValue } from '../contract/fill-template.ts'
import type { BackendVariableInfo, TemplatePreview } from '../contract/template.ts'
import {
  backendVariables,
  checkTemplate,
  fillParts,
  fillTemplate,
  placeholdersOf,
  type previewTemplate,
  readTemplates,
  templateProblems,
  type Values,
} from '../contract.ts'
import { type RecipientRow, recipientRow, recipientValues } from './recipient-values.ts'
import type { TemplateUses } from './template-uses.ts'

/** The values of the caller, with those of the account where one is given and the caller may see it, else 404. */
export async function exampleValues(db: Database, session: Session, account: string | undefined): Promise<Values> {
  const { rows } = await sql<{ row: RecipientRow }>`
    select ${recipientRow(sql`'{}'::text[]`)} as row from users u where u.id = ${session.userId}`.execute(db)
  const accountValues = account === undefined ? {} : await valuesOfAccount(db, session, account)
  return recipientValues({ ...rows[0]!.row, ...accountValues }, new Date())
}

async function valuesOfAccount(db: Database, session: Session, name: string): Promise<Partial<RecipientRow>> {
  const also = sql<{ region: string | null; csm: string | null }>`a.region,
    (select m.full_name from users m where m.id = a.csm_id) as csm`
  const account = await findAccountIn(db, session, { name, permission: readTemplates, also })
  const { displayName, region, timeZone, csm } = account ?? throwProblem(templateProblems['preview-account-not-found'])
  return { 'account.name': displayName, 'account.region': region, 'account.timeZone': timeZone, 'account.csm': csm }
}

/** The backend variables with the caller's values. */
export async function variablesWithExamples(
  db: Database,
  session: Session,
  account: string | undefined,
): Promise<BackendVariableInfo[]> {
  const values = await exampleValues(db, session, account)
  return backendVariables.map((name) => ({ name, events: eventsOf(name), example: values[name] ?? null }))
}

/** The template filled for an account, with its errors. */
export async function previewOf(
  uses: TemplateUses,
  db: Database,
  { session, body }: RequestContext<typeof previewTemplate>,
): Promise<TemplatePreview> {
  const { inputs = {}, account, event, ...template } = body
  const recipient = await exampleValues(db, session, account)
  const eventValues = event ? await uses.lastEventValues(db, event, account) : {}
  const values: Values = { ...inputs, ...recipient, ...eventValues }
  const names = [...new Set(placeholdersOf(template).map(({ name }) => name))]
  const errors = checkTemplate(template)
  const unknownNames = new Set(errors.map(({ name }) => name))
  return {
    ...fillParts(fillTemplate(template, inputs, eventValues), recipient),
    errors,
    missing: names.filter((name) => !values[name]?.trim() && !unknownNames.has(name)),
    cut: names.filter((name) => values[name] !== undefined && cutValue(values[name]) !== values[name]),
  }
}
