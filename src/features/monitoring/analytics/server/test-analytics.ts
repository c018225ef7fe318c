import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { analyticsProblems } from '../contract.ts'
import { serverTexts } from '../texts.ts'
import type { AnalyticsLogin, AnalyticsSystem } from './analytics-system.ts'

type Part = 'url' | 'login' | 'ops_name'
type ExpectedSystem = { readonly opsName?: string | undefined; readonly version: 1 | 4 }

/** Calls analytics with the login, then with the ops name; rejects with the part that is wrong. */
export async function testAnalytics(
  { config: { privateHosts }, log }: Pick<AppContext, 'config' | 'log'>,
  system: AnalyticsSystem,
  { login, opsName, version }: ExpectedSystem & { readonly login: AnalyticsLogin },
) {
  if (!URL.canParse(login.url)) fail('no-analytics-connection', 'url')
  const began = performance.now()
  const api = system.open(login, { privateHosts, log })
  await api.login(version).catch((failure: unknown) => reject(failure, 'url'))
  if (opsName !== undefined)
    await api.customer(opsName, version).catch((failure: unknown) => reject(failure, 'ops_name'))
  const testedParts: Part[] = ['url', 'login', ...(opsName === undefined ? [] : ['ops_name' as const])]
  return {
    ok: true as const,
    text: serverTexts.connectionOk,
    tested: testedParts,
    durationMs: Math.round(performance.now() - began),
  }
}

function reject(failure: unknown, unknownPart: 'url' | 'ops_name'): never {
  if (!(failure instanceof IntegrationError)) throw failure
  const { fault, message: reason } = failure
  if (fault === 'credentials') fail('analytics-login-failed', 'login')
  if (fault === 'missing' && unknownPart === 'ops_name') fail('analytics-ops-name-not-found', 'ops_name')
  const isDown = fault === 'failing' || fault === 'busy' || fault === 'resting' || fault === 'rejected'
  fail(isDown ? 'analytics-information-not-retrieved' : 'no-analytics-connection', 'url', reason)
}

function fail(code: keyof typeof analyticsProblems, path: Part, reason = ''): never {
  const problem = analyticsProblems[code]
  throwProblem(problem, { reason }, { fields: [{ path, message: problem.text.replace(' {reason}', '') }] })
}
