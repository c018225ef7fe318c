import {
  casePriorities,
  caseStatuses,
  milestoneNames,
  resolutionReasons,
} from '#features/support/case-access/contract.ts'
import { eventsTexts, eventText, pageTexts, type useText } from '../texts.ts'
import type { RecordedEvent } from './activity-items.ts'

type Say = ReturnType<typeof useText>

/** Marks both ends of the emphasised part of a line. */
export const EMPHASIS = '\u0001'

/** Fields with text of users: their beginning is more useful than the fact that they changed. */
const writtenFields = new Set(['body', 'comment', 'internalComment'])
const EXCERPT = 160
/** The name of an added or removed file is enough; the event shows which of the two. */
const namedFields = new Set(['attachment', 'file', 'filename'])

/** The changes of an event, a line per field: `Priority changed from Medium to High`. */
export function changeWords(t: Say, entry: RecordedEvent): string[] {
  const fields = Object.entries(entry.changes)
  if (fields.length === 0) return [eventName(entry.name)]
  return fields.flatMap(([field, [before, after]]) => {
    const name = fieldName(t, field)
    // A text that was replaced or taken back: only staff read it.
    if (isEmpty(before) && isEmpty(after) && (writtenFields.has(field) || namedFields.has(field))) return []
    if (field === 'description' || (field === 'subject' && isEmpty(after)))
      return t('activity.rewritten', { field: name })
    if (writtenFields.has(field)) return excerpt(isEmpty(after) ? before : after)
    if (namedFields.has(field)) return `${EMPHASIS}${String(isEmpty(after) ? before : after)}${EMPHASIS}`
    if (isEmpty(after)) return t('activity.cleared', { field: name })
    const to = `${EMPHASIS}${valueWords(t, after)}${EMPHASIS}`
    return isEmpty(before)
      ? t('activity.set', { field: name, to })
      : t('activity.changed', { field: name, from: valueWords(t, before), to })
  })
}

/** The event in words: `Comment added`. */
export function eventName(name: string): string {
  const key = name.replace(/^case\./, '')
  return isEvent(key) ? eventText(key) : name
}

/** The label of a field of a case. */
export function fieldName(t: Say, field: string): string {
  return isField(field) ? t(`field.${field}`) : field
}

/** A recorded value in readable form. */
export function valueWords(t: Say, value: unknown): string {
  if (isEmpty(value)) return t('history.nothing')
  if (Array.isArray(value)) return value.map((one) => valueWords(t, one)).join(', ')
  if (typeof value === 'object' && value !== null && 'fullName' in value) return String(value.fullName)
  const status = caseStatuses.find((option) => option === value)
  if (status) return t(`status.${status}`)
  const milestone = milestoneNames.find((name) => value === name || String(value).startsWith(`${name} `))
  if (milestone) return `${t(`milestone.${milestone}`)}${String(value).slice(milestone.length)}`
  const reason = resolutionReasons.find((option) => option === value)
  if (reason) return t(`reason.${reason}`)
  const returnState = String(value)
  if (isReturnState(returnState)) return t(`returnState.${returnState}`)
  const priority = casePriorities.find((option) => option === value)
  return priority ? t(`priority.${priority}`) : String(value)
}

function isReturnState(value: string): value is keyof typeof pageTexts.returnState {
  return Object.hasOwn(pageTexts.returnState, value)
}

function isEvent(key: string): key is keyof typeof eventsTexts {
  return Object.hasOwn(eventsTexts, key)
}

function isField(field: string): field is keyof typeof pageTexts.field {
  return Object.hasOwn(pageTexts.field, field)
}

/** The beginning of a longer text, as a line and without the signs of Markdown. */
function excerpt(text: unknown): string {
  const line = String(text ?? '')
    .replace(/!?\[([^\]\n]{0,200})\]\([^)\s]{0,200}\)/g, '$1')
    .replace(/^[ \t]{0,8}(#{1,6}|>|[-*+]|\d{1,9}\.)[ \t]/gm, '')
    .replace(/`+|\*\*|~~/g, '')
    .replace(/(^|\s)[*_]([^*_\n]+)[*_](?=\s|[.,;:!?]|$)/g, '$1$2')
    .replace(/\\([\\*_`~#>[\]])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT)}…` : line
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}
