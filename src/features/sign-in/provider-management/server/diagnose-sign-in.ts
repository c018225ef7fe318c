import { sql } from 'kysely'
import { domainOf, normaliseDomain } from '#features/sign-in/domains/contract.ts'
import type { SignInAttempt } from '#features/sign-in/identity-providers/contract.ts'
import { everyProvider, providerFor, providersOf } from '#features/sign-in/identity-providers/server/index.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Check } from '../contract.ts'
import { attemptsWhere } from './attempt-store.ts'
import { checkDomain, checkProvider, failedCheck } from './check-sign-in.ts'

const ATTEMPTS_SHOWN = 10
const GONE_FOR_MS = 2 * 60_000

/**
 * Checks how users of a domain sign in: where they are routed, whether that can work, and the results of the last
 * attempts.
 */
export async function diagnoseSignIn(portal: AppContext, encrypt: Encryptor, addressOrDomain: string) {
  const domain =
    (addressOrDomain.includes('@') ? domainOf(addressOrDomain) : normaliseDomain(addressOrDomain)) ??
    throwFieldProblem('domain', 'is not a domain')
  const routedProvider = providerFor(await providersOf(portal, encrypt), `somebody@${domain}`)
  const off = (await everyProvider(portal, encrypt)).find((one) => !one.enabled && one.domains.includes(domain))
  const provider = off && !routedProvider.domains.includes(domain) ? off : routedProvider
  const [technical, personal, attempts] = await Promise.all([
    checkProvider(portal, provider, domain),
    checkDomain(portal, provider, domain),
    attemptsWhere(portal.db, sql`domain = ${domain}`, ATTEMPTS_SHOWN),
  ])
  const checks = [...technical, ...personal]
  const { id, name } = provider
  const type = provider.saml ? 'SAML' : provider.outside ? 'OIDC' : 'EMBEDDED'
  const diagnosis = checks.find(({ ok }) => !ok) ?? lastFailure(attempts, provider.outside?.clientId ?? id)
  return { domain, provider: { id, name, type }, checks, diagnosis: diagnosis ?? null, attempts }
}

/**
 * The error of the last attempt, unless a user has signed in since; a user still away after minutes was lost there. A
 * test that passed since shows that the connection works again, for any user.
 */
function lastFailure(attempts: readonly SignInAttempt[], clientId: string): Check | undefined {
  const goneBefore = Date.now() - GONE_FOR_MS
  const last = attempts
    .filter(({ kind }) => kind === 'SIGN_IN')
    .find(({ outcome, at }) => outcome !== 'UNDER_WAY' || Date.parse(at) < goneBefore)
  if (!last || last.outcome === 'SIGNED_IN') return undefined
  const failedStep = last.steps.find(({ ok }) => !ok)
  const hasPassedTest = attempts.some(({ outcome, at }) => outcome === 'TESTED' && at > last.at)
  if (hasPassedTest && failedStep?.step !== 'person') return undefined
  if (failedStep?.finding) return failedCheck(failedStep.step, failedStep.finding, failedStep.values)
  return last.outcome === 'UNDER_WAY' ? failedCheck('return', 'not-returned', { clientId }) : undefined
}
