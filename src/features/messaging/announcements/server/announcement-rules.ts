import { isTimeZone } from '#features/messaging/delivery-times/contract.ts'
import { occurrencesOf, recurrenceOf } from '#features/messaging/delivery-times/server/index.ts'
import { wallTimeOf } from '#kit/contract/wall-time.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import { QUERY_PARAMS } from '../contract/query-fields.ts'
import { type AnnouncementRecord, hasCriteria } from './announcement-record.ts'

const MINUTE = 60_000

/**
 * Throws 400 at the field that contradicts the others. `timeChanged` is false where a past delivery time was set
 * before.
 */
export function requireValid(
  record: AnnouncementRecord,
  { now, timeChanged }: { now: Date; timeChanged: boolean },
): void {
  requireMethod(record)
  if (!isTimeZone(record.timeZone)) throwFieldProblem('timeZone', 'is not a known time zone')
  if (Object.keys(record.queryParams).length > QUERY_PARAMS)
    throwFieldProblem('queryParams', `has more than ${QUERY_PARAMS} entries`)
  requireSchedule(record, now, timeChanged)
  if (record.recipientsType === 'FILTER' && !hasCriteria(record.recipients))
    throwFieldProblem('recipients', 'needs at least one account, role, deployment, region, plan, bundle, team or user')
  if (record.recipientsType === 'USERS' && !record.recipients.usernames?.length)
    throwFieldProblem('recipients.usernames', 'needs at least one user')
}

function requireMethod({ recipientsType, deliveryMethod }: AnnouncementRecord): void {
  if (recipientsType === 'EVERYONE_AND_SIGN_IN' && deliveryMethod !== 'Banner')
    throwFieldProblem('deliveryMethod', 'must be Banner for the sign-in page')
}

function requireSchedule(record: AnnouncementRecord, now: Date, timeChanged: boolean): void {
  const { deliveryTime, deliveryTimeType, recurrence, daysOfWeek, daysOfMonth, stoppingPoint, expirationTs } = record
  if (deliveryTime === '') throwFieldProblem('deliveryTime', 'is required')
  const start = Date.parse(deliveryTime)
  if (timeChanged && deliveryTimeType === 'AT' && start < now.getTime() - MINUTE)
    throwFieldProblem('deliveryTime', 'is in the past')
  if (recurrence === 'WEEKLY' && daysOfWeek.length === 0) throwFieldProblem('daysOfWeek', 'needs at least one day')
  if (recurrence === 'MONTHLY' && daysOfMonth.length === 0) throwFieldProblem('daysOfMonth', 'needs at least one day')
  if (stoppingPoint.type === 'OCCURRENCES' && stoppingPoint.occurrences === undefined)
    throwFieldProblem('stoppingPoint.occurrences', 'is required')
  if (stoppingPoint.type === 'DATE' && stoppingPoint.date === undefined)
    throwFieldProblem('stoppingPoint.date', 'is required')
  const firstDay = new Date(wallTimeOf(start, record.timeZone)).toISOString().slice(0, 10)
  if (stoppingPoint.type === 'DATE' && (stoppingPoint.date ?? '') < firstDay)
    throwFieldProblem('stoppingPoint.date', 'is before the first delivery')
  if (timeChanged && occurrencesOf(recurrenceOf(record)).next().done)
    throwFieldProblem('stoppingPoint.date', 'is before the first chosen day')
  if (expirationTs !== null && timeChanged && Date.parse(expirationTs) <= Math.max(start, now.getTime()))
    throwFieldProblem('expirationTs', 'must be after the first delivery')
}
