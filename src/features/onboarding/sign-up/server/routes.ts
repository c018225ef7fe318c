import { randomUUID } from 'node:crypto'
import { hashOf } from '#features/access/tokens/server/index.ts'
import { requireDomainAllowed } from '#features/sign-in/domains/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { addJob } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { activateSignUp, checkSignUp, onboardingProblems, readSignUpStatus, resendSignUp, signUp } from '../contract.ts'
import { activate } from './activate.ts'
import { RESEND, SIGN_UP, type SignUp } from './sign-up.ts'

const signUpReply = { status: 'CHECK_YOUR_MAIL' } as const

/** Sign-up without an invitation. It signs in no user, and no response reveals whether an address is known. */
export function serveOnboarding(portal: AppContext): void {
  registerCommand(portal, signUp, async ({ tx, body, request }) => {
    await beginSignUp(tx, { ...body, address: request.ip })
    return signUpReply
  })
  serve(portal, checkSignUp, async ({ query }) => {
    await requireDomainAllowed(portal.db, normaliseEmail(query.email), query.accountName)
    return { allowed: true as const }
  })
  registerCommand(portal, resendSignUp, async ({ tx, body, request }) => {
    await addJob(tx, RESEND, { email: normaliseEmail(body.email), address: request.ip, key: randomUUID() })
    return signUpReply
  })
  serve(portal, readSignUpStatus, async ({ query }) => ({ status: await statusOf(portal, query.signupToken) }))
  // Its transaction begins after the slow part, the hash.
  serve(portal, activateSignUp, ({ query, body, request }) =>
    activate(portal, { token: query.signupToken, chosen: body, request }),
  )
}

/** Accepts a sign-up: rejects by its domain and its terms, and leaves the rest to the job. */
export async function beginSignUp(
  tx: Tx,
  {
    email,
    fullName,
    accountName,
    landingPage,
    termsAccepted,
    address,
  }: Omit<SignUp, 'key'> & { termsAccepted: boolean },
): Promise<void> {
  if (!termsAccepted) {
    const { text } = onboardingProblems['terms-not-agreed']
    throwProblem(onboardingProblems['terms-not-agreed'], {}, { fields: [{ path: 'termsAccepted', message: text }] })
  }
  const normalisedEmail = normaliseEmail(email)
  await requireDomainAllowed(tx, normalisedEmail, accountName)
  const name = fullName.trim().replace(/\s+/g, ' ')
  const wish = { email: normalisedEmail, fullName: name, accountName, landingPage, address, key: randomUUID() }
  await addJob(tx, SIGN_UP, wish)
}

/** Whether a link is still valid. */
export async function statusOf({ db }: AppContext, token: string): Promise<'VALID' | 'USED' | 'EXPIRED'> {
  const link = await db
    .selectFrom('one_time_links')
    .select(['used_at', 'expires_at'])
    .where('hash', '=', hashOf(token))
    .where('purpose', '=', 'activation')
    .executeTakeFirst()
  if (!link) throwProblem(onboardingProblems['signup-link-invalid'])
  if (link.used_at) return 'USED'
  return link.expires_at.getTime() > Date.now() ? 'VALID' : 'EXPIRED'
}
