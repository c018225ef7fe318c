import { sql } from 'kysely'
import {
  fillParts,
  fillTemplate,
  inputFlaw,
  inputMessage,
  isPersonal,
  link as linkSchema,
  MESSAGE_LENGTH,
  type Parts,
  type Template,
  templateProblems,
  type Values,
} from '#features/messaging/templates/contract.ts'
import { templateOf, variablesWithoutValue } from '#features/messaging/templates/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { HttpProblem, throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { Announcement } from '../contract.ts'
import type { AnnouncementRecord } from './announcement-record.ts'

type GivenTexts = { readonly title?: string | undefined; readonly message?: string | undefined }

/**
 * Sets the texts of an announcement from its template, where it has one. Returns the texts that still lack values of
 * the recipient, as they are stored; null where each recipient gets the same.
 */
export async function fillAnnouncement(
  tx: Tx,
  record: AnnouncementRecord,
  { texts, before }: { texts: GivenTexts; before?: Announcement },
): Promise<string | null> {
  if (record.templateId === null) {
    for (const field of ['title', 'message'] as const)
      if (record[field] === '') throwFieldProblem(field, 'is required without a template')
    record.inputs = {}
    return null
  }
  const template = await templateOf(tx, record.templateId)
  if (!template.enabled && before?.templateId !== template.id) throwProblem(templateProblems['template-not-active'])
  const eventValues = before?.automatic ? await eventValuesOf(tx, before.id) : undefined
  requireInputs(template, record)
  requireValues(template, eventValues)
  const parts = fillTemplate(template, record.inputs, eventValues)
  writeTexts(record, parts)
  requireOwnTexts(record, texts)
  if (!isPersonal(parts)) return null
  if (record.recipientsType === 'EVERYONE_AND_SIGN_IN')
    throwFieldProblem('recipientsType', 'cannot be the sign-in page: the template has values of the recipient')
  return JSON.stringify(parts)
}

function requireInputs({ userInputs }: Template, { inputs }: AnnouncementRecord): void {
  const flaws = [
    ...userInputs.map((input) => [input.name, inputFlaw(input, inputs[input.name])] as const),
    ...Object.keys(inputs)
      .filter((name) => !userInputs.some((input) => input.name === name))
      .map((name) => [name, 'unknown'] as const),
  ]
  const fields = flaws.flatMap(([name, flaw]) =>
    flaw ? [{ path: `inputs.${name}`, message: inputMessage(flaw) }] : [],
  )
  if (fields.length > 0) throw new HttpProblem(kitProblems['validation-failed'], {}, { fields })
}

function requireValues(template: Template, eventValues: Values | undefined): void {
  const missing = eventValues ? [] : variablesWithoutValue(template)
  if (missing.length > 0)
    throwFieldProblem('templateId', `has variables of events only: ${[...new Set(missing)].join(', ')}`)
}

/** The texts as authors read them. */
function writeTexts(record: AnnouncementRecord, parts: Parts): void {
  const { title, message, link } = fillParts(parts)
  if (message.length > MESSAGE_LENGTH)
    throwFieldProblem('inputs', `make the message longer than ${MESSAGE_LENGTH} characters`)
  const sample = fillParts(parts, {}).link
  if (sample !== null && !linkSchema.safeParse(sample).success) throwFieldProblem('inputs', 'do not make a valid link')
  Object.assign(record, { title, message, link: link ?? record.link })
}

/** Rejects texts beside a template that differ from it. */
function requireOwnTexts(record: AnnouncementRecord, givenTexts: GivenTexts): void {
  for (const field of ['title', 'message'] as const)
    if (givenTexts[field] !== undefined && givenTexts[field] !== record[field])
      throwFieldProblem(field, 'comes from the template; detach it to write another text')
}

async function eventValuesOf(tx: Tx, id: string): Promise<Values> {
  const { rows } = await sql<{
    values: Values
  }>`select event_values as values from announcements where id = ${id}`.execute(tx)
  return rows[0]!.values
}
