import { problems } from '#kit/contract/problem.ts'

export const slaProblems = problems({
  'sla-stat-not-found': { status: 404, text: 'This SLA month was not found, or you do not have permission to see it.' },
  'sla-counts-not-read': {
    status: 409,
    text: 'The devices of a month are counted at its end. Edit them when the month is over.',
  },
  'sla-line-disputed': { status: 409, text: 'This line is disputed already in {key}. Comment there.' },
  'sla-month-not-closed': {
    status: 409,
    text: 'This month is not closed. It is closed and signed on the third day of the next month.',
  },
  'sla-month-not-signed': {
    status: 409,
    text: 'The files of this revision are being made and signed. Try again in a minute.',
  },
})
