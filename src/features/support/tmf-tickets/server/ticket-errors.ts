import type { ProblemDocument } from '#kit/contract/problem.ts'

/** A problem of the portal in the form of TM Forum: code, reason, message, status. */
export function ticketError({ code, title, detail, status, fields = [] }: ProblemDocument) {
  const fieldTexts = fields.map(({ path, message }) => `${path} ${message}`)
  return { code, reason: title, message: [detail, ...fieldTexts].join(' '), status: String(status), '@type': 'Error' }
}
