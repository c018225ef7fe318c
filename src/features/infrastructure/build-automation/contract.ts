import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

/** See and change the build automation of accounts. */
export const configureBuilds = permission(
  'build-automation:configure',
  'Change the build automation of accounts',
  roles('ADMIN', 'CENTRAL'),
)

/** WAITING: not sent yet. QUEUED: the build system has it in its queue. */
export const buildStates = ['WAITING', 'QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const

/** A build that the portal started. */
export const Build = z.object({
  id: z.string(),
  state: z.enum(buildStates),
  parameters: z.record(z.string(), z.string()),
  queueItem: z.nullable(z.int()),
  number: z.nullable(z.int()),
  url: z.nullable(z.string()),
  error: z.nullable(z.string()),
  created: z.iso.datetime(),
  queued: z.nullable(z.iso.datetime()),
  started: z.nullable(z.iso.datetime()),
  ended: z.nullable(z.iso.datetime()),
})
export type Build = z.output<typeof Build>

/** The Jenkins of an account; the API token is never shown. */
export const JenkinsConfig = z.object({
  /** The id of its connection. */
  id: z.string(),
  /** The name of the account. */
  account: z.string(),
  url: z.string(),
  job: z.string(),
  username: z.string(),
  tokenSet: z.boolean(),
  version: z.int(),
})
export type JenkinsConfig = z.output<typeof JenkinsConfig>

/** Fields that are not given keep their value. */
export const jenkinsChange = z.strictObject({
  url: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  job: z.optional(oneLine(200).check(z.minLength(1))),
  username: z.optional(oneLine(100).check(z.minLength(1))),
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(1_000))),
})

export const buildProblems = problems({
  'build-config-not-found': { status: 404, text: 'This account has no build automation. Connect a Jenkins first.' },
})

const configs = {
  tag: 'Infrastructure',
  guard: configureBuilds,
  url: '/api/plugins/jenkins/configs/{account}',
} as const
const noConfig = buildProblems['build-config-not-found']

export const readJenkinsConfig = endpoint({
  ...configs,
  name: 'readJenkinsConfig',
  method: 'GET',
  summary: 'Read the Jenkins of an account, by the name of the account',
  params: z.strictObject({ account: accountName }),
  reply: JenkinsConfig,
  problems: [accountProblems['account-not-found'], noConfig],
})
export const editJenkinsConfig = endpoint({
  ...configs,
  name: 'editJenkinsConfig',
  method: 'PATCH',
  summary: 'Change the Jenkins of an account; `account` is the id of the configuration',
  forbiddenWhileImpersonating: true,
  params: z.strictObject({ account: z.string().check(z.regex(/^[\w.:@-]{1,100}$/)) }),
  body: jenkinsChange,
  reply: JenkinsConfig,
  problems: [noConfig],
})
