import * as z from 'zod/mini'
import {
  manageDeployments,
  metricProblems,
  readAnalytics,
  readMonitoring,
} from '#features/monitoring/metrics/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { analyticsProblems } from './analytics.ts'
import { AnalyticsDeployment, DeploymentChanges, NewDeployment } from './deployment-shapes.ts'

const url = '/api/plugins/analytics/deployments'
const params = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const manage = { tag: 'Analytics', guard: manageDeployments, forbiddenWhileImpersonating: true } as const

export const listDeployments = endpoint({
  tag: 'Analytics',
  guard: readAnalytics,
  optionalPermissions: [readMonitoring],
  name: 'listDeployments',
  method: 'GET',
  url,
  summary: 'List the deployments of an account, or of all accounts that you can see',
  query: z.strictObject({ account: z.optional(z.string().check(z.maxLength(100))) }),
  reply: halList('deployments', AnalyticsDeployment),
  problems: [analyticsProblems['analytics-account-not-found']],
})
export const createDeployment = endpoint({
  ...manage,
  name: 'createDeployment',
  method: 'POST',
  url,
  status: 201,
  summary: 'Add a deployment of an account',
  body: NewDeployment,
  reply: AnalyticsDeployment,
  problems: [
    analyticsProblems['analytics-account-not-found'],
    analyticsProblems['deployment-exists'],
    analyticsProblems['deployment-limit-reached'],
  ],
})
export const editDeployment = endpoint({
  ...manage,
  name: 'editDeployment',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a deployment; a password that is not given is kept while the address stays the same',
  params,
  body: DeploymentChanges,
  reply: AnalyticsDeployment,
  problems: [metricProblems['deployment-not-found'], analyticsProblems['deployment-exists']],
})
export const deleteDeployment = endpoint({
  ...manage,
  name: 'deleteDeployment',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a deployment with its metrics; rejected while cases name it',
  params,
  problems: [metricProblems['deployment-not-found'], analyticsProblems['deployment-in-use']],
})
