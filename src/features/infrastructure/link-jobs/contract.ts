import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { metricProblems } from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'
import { Enrolment, LinkJob, LinkJobDetail, newLinkJob, readLinkJobs, startLinkJobs } from './contract/link.ts'

export {
  LINK_HOURS,
  type LinkJob,
  type LinkJobDetail,
  type LinkLogLine,
  type LinkStep,
  readLinkJobs,
  startLinkJobs,
} from './contract/link.ts'
export {
  linkJobCancelled,
  linkJobDone,
  linkJobEnrolled,
  linkJobFailed,
  linkJobStarted,
} from './contract/link-events.ts'

export const linkProblems = problems({
  'link-job-not-found': { status: 404, text: 'This link job was not found.' },
  'link-job-ended': { status: 409, text: 'This link job has ended already. Start a new one.' },
  'link-job-running': {
    status: 409,
    text: 'Link job {id} already connects {cluster} of {deployment}. Cancel it, or wait until it ends.',
  },
  'no-deployment-to-link': { status: 409, text: '{account} has no deployment. Add one under Analytics first.' },
  'enrolment-token-invalid': {
    status: 401,
    text: 'The enrolment token is unknown, was used, or has expired, or the user who started the link job may no longer do so. Start a new link job.',
  },
})

/** A link job or its build went on; pages refetch. */
export const linkJobChanged = topic({
  destination: '/topic/infrastructure/links/{account}',
  summary: 'A link job of the account changed',
  guard: readLinkJobs,
  message: z.object({ id: z.string() }),
})

const tag = 'Infrastructure'
const url = '/api/infrastructure/jobs/link/{customer}'
const customer = accountName
const byId = z.strictObject({ customer, id: z.string().check(z.regex(/^\d{1,15}$/)) })
const noAccount = accountProblems['account-not-found']
const noJob = linkProblems['link-job-not-found']

export const listLinkJobs = endpoint({
  tag,
  guard: readLinkJobs,
  name: 'listLinkJobs',
  method: 'GET',
  url,
  summary: 'List the link jobs of an account, newest first',
  params: z.strictObject({ customer }),
  query: listQuery(['created'], {}, { maximum: 200, usual: 10 }),
  reply: halList('jobs', LinkJob),
  problems: [noAccount],
})
export const startLinkJob = endpoint({
  tag,
  guard: startLinkJobs,
  name: 'startLinkJob',
  method: 'POST',
  url,
  status: 201,
  summary:
    'Connect a cluster of a deployment: makes a one-time enrolment token, instructions, and a build where the account has build automation',
  forbiddenWhileImpersonating: true,
  params: z.strictObject({ customer }),
  body: z.optional(newLinkJob),
  reply: LinkJob,
  problems: [
    noAccount,
    metricProblems['deployment-not-found'],
    linkProblems['no-deployment-to-link'],
    linkProblems['link-job-running'],
  ],
})
export const readLinkJob = endpoint({
  tag,
  guard: readLinkJobs,
  name: 'readLinkJob',
  method: 'GET',
  url: `${url}/{id}`,
  summary: 'Read a link job with its log and the console output of its build',
  params: byId,
  reply: LinkJobDetail,
  problems: [noAccount, noJob],
})
export const readLinkInstructions = endpoint({
  tag,
  guard: readLinkJobs,
  optionalPermissions: [startLinkJobs],
  name: 'readLinkInstructions',
  method: 'GET',
  url: `${url}/{id}/instructions`,
  summary:
    'Read the instructions of a link job; they have the enrolment token for managers of the account and for users who may start link jobs',
  params: byId,
  media: { produces: 'text/markdown' },
  problems: [noAccount, noJob],
})
export const cancelLinkJob = endpoint({
  tag,
  guard: startLinkJobs,
  name: 'cancelLinkJob',
  method: 'POST',
  url: `${url}/{id}/cancel`,
  summary: 'Cancel a link job: its enrolment token, and the token it was exchanged for, are revoked',
  forbiddenWhileImpersonating: true,
  params: byId,
  reply: LinkJob,
  problems: [noAccount, noJob, linkProblems['link-job-ended']],
})
export const exchangeEnrolmentToken = endpoint({
  tag: 'Metrics',
  guard: 'anyone',
  name: 'exchangeEnrolmentToken',
  method: 'POST',
  url: '/api/ingest/enrolment',
  status: 201,
  summary: 'Exchange the enrolment token of a link job (Authorization: Bearer) for the token of its deployment; once',
  limit: { count: 30, seconds: 60 },
  reply: Enrolment,
  problems: [linkProblems['enrolment-token-invalid'], metricProblems['deployment-token-limit-reached']],
})
