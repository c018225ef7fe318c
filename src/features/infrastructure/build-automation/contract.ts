import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { problems } from '#kit/contract/problem.ts'
import { configureBuilds } from './contract/build-permissions.ts'
import { JenkinsConfig, jenkinsChange } from './contract/build-shapes.ts'

export { configureBuilds } from './contract/build-permissions.ts'
export { Build, JenkinsConfig } from './contract/build-shapes.ts'

export const buildProblems = problems({
  'build-config-not-found': { status: 404, text: 'This account has no build automation. Connect a Jenkins first.' },
})

const shared = { tag: 'Infrastructure', guard: configureBuilds, url: '/api/plugins/jenkins/configs/{account}' } as const
const missing = buildProblems['build-config-not-found']

export const readJenkinsConfig = endpoint({
  ...shared,
  name: 'readJenkinsConfig',
  method: 'GET',
  summary: 'Read the Jenkins of an account, by the name of the account',
  params: z.strictObject({ account: accountName }),
  reply: JenkinsConfig,
  problems: [accountProblems['account-not-found'], missing],
})
export const editJenkinsConfig = endpoint({
  ...shared,
  name: 'editJenkinsConfig',
  method: 'PATCH',
  summary: 'Change the Jenkins of an account; `account` is the id of the configuration',
  forbiddenWhileImpersonating: true,
  params: z.strictObject({ account: z.string().check(z.regex(/^[\w.:@-]{1,100}$/)) }),
  body: jenkinsChange,
  reply: JenkinsConfig,
  problems: [missing],
})
