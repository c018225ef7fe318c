import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { manageDeployments, metricProblems, readMonitoring } from './metric.ts'

/** Tokens per deployment, at most. */
export const MOST_TOKENS = 20

/** A token of a deployment. The secret is shown once, when it is created. */
export const DeploymentToken = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of the user who created it. */
  createdBy: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type DeploymentToken = z.output<typeof DeploymentToken>

const id = z.string().check(z.regex(/^\d{1,15}$/))
const url = '/api/plugins/analytics/deployments/{id}/tokens'

export const listDeploymentTokens = endpoint({
  tag: 'Metrics',
  guard: readMonitoring,
  name: 'listDeploymentTokens',
  method: 'GET',
  url,
  summary: 'List the tokens with which a deployment sends metrics, newest first',
  params: z.strictObject({ id }),
  reply: halList('tokens', DeploymentToken),
  problems: [metricProblems['deployment-not-found']],
})

export const createDeploymentToken = endpoint({
  tag: 'Metrics',
  guard: manageDeployments,
  name: 'createDeploymentToken',
  method: 'POST',
  url,
  status: 201,
  encryptStoredResponse: true,
  forbiddenWhileImpersonating: true,
  summary: 'Create a token of a deployment; the response holds the token, which is not shown again',
  params: z.strictObject({ id }),
  body: z.strictObject({ name: oneLine(80).check(notBlank) }),
  reply: z.extend(DeploymentToken, { token: z.string() }),
  problems: [metricProblems['deployment-not-found'], metricProblems['deployment-token-limit-reached']],
})

export const revokeDeploymentToken = endpoint({
  tag: 'Metrics',
  guard: manageDeployments,
  name: 'revokeDeploymentToken',
  method: 'DELETE',
  url: `${url}/{tokenId}`,
  forbiddenWhileImpersonating: true,
  summary: 'Revoke a token of a deployment immediately',
  params: z.strictObject({ id, tokenId: id }),
  problems: [metricProblems['deployment-not-found'], metricProblems['deployment-token-not-found']],
})
