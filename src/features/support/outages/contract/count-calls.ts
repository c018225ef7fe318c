import * as z from 'zod/mini'
import { editOutages, readCases } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { outageFields, outageProblems } from './outage.ts'

const url = '/api/plugins/jira/outage-counts'
const query = z.strictObject({ issueKey: z.string().check(z.maxLength(64)) })
const problems = [outageProblems['outage-not-found']] as const

/** Modems missing from a moment on, until the next count. */
const OutageCount = z.object({ at: z.iso.datetime(), missing: z.int() })
export type OutageCount = z.output<typeof OutageCount>

export const listOutageCounts = endpoint({
  tag: 'Outages',
  guard: readCases,
  name: 'listOutageCounts',
  method: 'GET',
  url,
  summary: 'List how many modems were missing during an outage: each change, oldest first, at most the last 2,000',
  query,
  reply: z.object({ counts: z.array(OutageCount) }),
  problems,
})
export const addOutageCount = endpoint({
  tag: 'Outages',
  guard: editOutages,
  name: 'addOutageCount',
  method: 'POST',
  url,
  summary: 'Record how many modems are missing, now or at a moment of the outage; a count of that moment is replaced',
  status: 201,
  query,
  body: z.strictObject({
    missing: outageFields.totalCmsAffected,
    /** Now unless given. */
    at: z.optional(z.iso.datetime()),
  }),
  reply: OutageCount,
  problems,
})
