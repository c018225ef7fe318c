import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import {
  acknowledgeInsights,
  acknowledgementFields,
  findingStates,
  insightProblems,
  MOST_FINDINGS,
  readInsights,
  severities,
} from './insight.ts'
import { Finding, FindingDetail } from './insight-shapes.ts'

const findings = { tag: 'Insights', guard: readInsights } as const
const url = '/api/insights/findings'
const id = z.string().check(z.regex(/^\d{1,15}$/))
const params = z.strictObject({ id })
const texts = z.optional(z.array(z.string().check(z.maxLength(200))).check(z.maxLength(50)))

export const listFindings = endpoint({
  ...findings,
  name: 'listFindings',
  method: 'GET',
  url,
  summary: 'List findings, newest first; `before` continues after the last one of an earlier response',
  query: listQuery(
    ['openedAt'],
    {
      account: z.optional(z.array(z.string().check(z.maxLength(32)))),
      state: z.optional(z.array(z.enum(findingStates))),
      severity: z.optional(z.array(z.enum(severities))),
      insight: texts,
      category: texts,
      type: texts,
      deployment: texts,
      /** A part of the object's name. */
      q: z.optional(z.string().check(z.maxLength(100))),
      /** Open at a time in this range. */
      from: z.optional(z.iso.datetime()),
      to: z.optional(z.iso.datetime()),
      before: z.optional(id),
      /** Keys of the cases that findings are filed as. */
      case: texts,
    },
    { maximum: MOST_FINDINGS },
  ),
  reply: halList('findings', Finding),
  problems: [],
  csv: true,
})
export const readFinding = endpoint({
  ...findings,
  name: 'readFinding',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a finding with its insight and what happened in the 24 hours before',
  params,
  reply: FindingDetail,
  problems: [insightProblems['finding-not-found']],
})
export const acknowledgeFinding = endpoint({
  ...findings,
  guard: acknowledgeInsights,
  name: 'acknowledgeFinding',
  method: 'POST',
  url: `${url}/{id}/acknowledge`,
  summary: 'Acknowledge a finding with a reason until a time at most 90 days from now; it is then open again',
  params,
  body: z.strictObject(acknowledgementFields),
  reply: Finding,
  problems: [insightProblems['finding-not-found'], insightProblems['finding-cleared']],
})
export const reopenFinding = endpoint({
  ...findings,
  guard: acknowledgeInsights,
  name: 'reopenFinding',
  method: 'POST',
  url: `${url}/{id}/reopen`,
  summary: 'Withdraw the acknowledgement of a finding',
  params,
  reply: Finding,
  problems: [insightProblems['finding-not-found'], insightProblems['finding-not-acknowledged']],
})
