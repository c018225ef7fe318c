import { completeSignUp } from '#features/access/user-records/server/index.ts'
import { passwordProblems } from '#features/users/passwords/contract.ts'
import { hashPassword, passwordFlaw, storePassword } from '#features/users/passwords/server/index.ts'
import { findExternalProvider, readLink, useLink } from '#features/users/sign-in-mail/server/index.ts'
import { userActivated } from '#features/users/users/contract.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FieldProblem } from '#kit/contract/problem.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { HttpProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type RequestContext } from '#kit/server/serve/request-context.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type activateSignUp, onboardingProblems, termsAgreed } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { termsVersion } from './pages/terms-page.ts'

/** What is chosen with the link of a sign-up. */
export type ActivationInput = RequestContext<typeof activateSignUp>['body']

/** Sets the password, once, and lets the user sign in; returns the user. Every error is reported at its field. */
export async function activate(
  portal: AppContext,
  { token, chosen, request }: { token: string; chosen: ActivationInput; request: Parameters<typeof actorOfRequest>[0] },
): Promise<{ username: string }> {
  const link = await readLink(portal.db, token)
  if (link?.purpose !== 'activation') throwProblem(onboardingProblems['signup-link-invalid'])
  const provider = await findExternalProvider(portal.db, portal.config, link)
  if (provider) throwProblem(onboardingProblems['signup-elsewhere'], { email: link.email, provider: provider.name })
  const fullName = chosen.fullName?.trim().replace(/\s+/g, ' ') ?? link.full_name
  await requireFit(portal, chosen, { username: link.email, fullName })
  const hash = await hashPassword(chosen.password)
  await inTransaction(portal.db, async (tx) => {
    if (!(await useLink(tx, token, link.id))) throwProblem(onboardingProblems['signup-link-invalid'])
    const actor = { ...actorOfRequest(request), userId: link.id, userName: fullName }
    await completeSignUp(tx, link.id, fullName)
    await storePassword(tx, link.id, hash, actor)
    await recordEvent(tx, termsAgreed, actor, { subject: link.id, data: { terms: termsVersion } })
    await recordEvent(tx, userActivated, actor, { subject: link.id })
  })
  return { username: link.email }
}

async function requireFit(
  { config }: AppContext,
  { password, repeatPassword, termsAccepted }: ActivationInput,
  owner: { username: string; fullName: string },
): Promise<void> {
  const flaw = await passwordFlaw(config, password, owner)
  const fields: FieldProblem[] = [
    ...(flaw ? [{ path: 'password', message: flaw }] : []),
    ...(password === repeatPassword ? [] : [{ path: 'repeatPassword', message: pageTexts.mismatch }]),
    ...(termsAccepted ? [] : [{ path: 'termsAccepted', message: onboardingProblems['terms-not-agreed'].text }]),
  ]
  if (flaw) throwProblem(passwordProblems['password-policy-violation'], { reason: flaw }, { fields })
  if (!termsAccepted) throwProblem(onboardingProblems['terms-not-agreed'], {}, { fields })
  if (fields.length > 0) throw new HttpProblem(kitProblems['validation-failed'], {}, { fields })
}
