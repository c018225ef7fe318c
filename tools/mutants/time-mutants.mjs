// Mistakes of periods, duplicates, scope and signatures in the areas beside support, in the form of list.mjs.

const subscriptions = 'subscriptions/customer-plans/server'
const time = 'calendar/events/server/time'
const hours = 'messaging/delivery-times/server'

export const timeMutants = [
  // The last day counts whole; a day ends at its end.
  [
    `${subscriptions}/subscription-json.ts`,
    "then 'NONE' when s.expiration_date < ",
    "then 'NONE' when s.expiration_date <= ",
    `${subscriptions}/subscriptions.test.ts`,
  ],
  [
    `${subscriptions}/history.ts`,
    '::date + 1)::timestamp at time zone',
    '::date)::timestamp at time zone',
    `${subscriptions}/subscriptions.test.ts`,
  ],
  // A number as yes or no; a plan that an account never had; the data of an account that had the CRM id before.
  [
    'subscriptions/plans/contract/convert-value.ts',
    '(numberValue ?? 0) > 0',
    '(numberValue ?? 0) >= 0',
    'subscriptions/plans/server/plans.test.ts',
  ],
  [
    'subscriptions/analytics-plans/server/compare-plans.ts',
    'n.plan is distinct from p.name',
    'n.plan <> p.name',
    'subscriptions/analytics-plans/server/analytics-plans.test.ts',
  ],
  [
    'subscriptions/crm/server/crm-store.ts',
    'record = case when excluded.failure is null or c.crm_id <> excluded.crm_id then',
    'record = case when excluded.failure is null then',
    'subscriptions/crm/server/crm.test.ts',
  ],
  // The ends of the range of reminders; weeks counted from the end of a month; one instant twice, one start twice.
  [`${time}/reminders.ts`, 'at >= from && at <= to', 'at > from && at <= to', `${time}/reminders.test.ts`],
  [
    `${time}/rule-starts.ts`,
    '-Math.ceil((length - place + 1) / 7)',
    '-Math.ceil((length - place) / 7)',
    `${time}/expand.test.ts`,
  ],
  [`${time}/instances.ts`, ' || times.from === before', '', `${time}/expand.test.ts`],
  [`${time}/expand.ts`, ' && starts.at(-1) !== at', '', `${time}/expand.test.ts`],
  // An outage ends when its recovery began.
  [
    'monitoring/detector/server/rules/follow-outages.ts',
    'end: outage.calmStart! }',
    'end: minute }',
    'monitoring/detector/server/rules/scenarios.test.ts',
  ],
  // The first minute of quiet hours, their end where the clock is set back, and the last day of a series.
  [
    `${hours}/notification-hours.ts`,
    'minute >= quietFrom || minute',
    'minute > quietFrom || minute',
    `${hours}/schedule.test.ts`,
  ],
  [
    `${hours}/notification-hours.ts`,
    'return end > now ? new Date(end) : undefined',
    'return new Date(end)',
    `${hours}/schedule.test.ts`,
  ],
  [`${hours}/occurrences.ts`, 'wall >= end)) return', 'wall > end)) return', `${hours}/schedule.test.ts`],
  // The mark of the last record of an encrypted message.
  [
    'messaging/web-push/server/encrypt-push.ts',
    'Buffer.from([2])',
    'Buffer.from([1])',
    'messaging/web-push/server/encrypt-push.test.ts',
  ],
  // Marks of reading go no further than the newest message; domains are compared by whole names.
  [
    'collaboration/chat/server/read-marks.ts',
    'const now = sql`least(',
    'const now = sql`greatest(',
    'collaboration/chat/server/chat.test.ts',
  ],
  [
    'infrastructure/certificates/server/own-request.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    'endsWith(`.${domain}`)',
    'endsWith(domain)',
    'infrastructure/certificates/server/certificates.test.ts',
  ],
]
