import type { FastifyReply, FastifyRequest } from 'fastify'
import { passwordChangedAt } from '#features/users/passwords/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { Database } from '#kit/server/database.ts'
import { type EmbeddedProvider, MOUNT } from './open-provider.ts'

/**
 * How far a sign-in got: the password was right, and what is requested next. Stored with the provider's interaction,
 * never in the browser.
 */
export type Progress = {
  readonly userId: number
  readonly next: 'totp' | 'passkey' | 'enrol' | 'codes'
  /** When the right password was chosen (milliseconds): after a change it must be entered again. */
  readonly passwordOf: number
  /** When everything was proved that is asked (milliseconds); unset while something is missing. */
  readonly provedAt?: number
}
type Interaction = Awaited<ReturnType<EmbeddedProvider['provider']['interactionDetails']>>
/** A step of signing in: the request, and the provider's interaction that it belongs to. */
export type Step = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: EmbeddedProvider['provider']
  readonly interaction: Interaction
  readonly email: string
  readonly progress: Progress | undefined
}

/** Reads which step a request is; undefined when its browser has no interaction, or took too long. */
export async function stepOf(
  request: FastifyRequest,
  reply: FastifyReply,
  openEmbedded: () => Promise<EmbeddedProvider>,
): Promise<Step | undefined> {
  const { provider } = await openEmbedded()
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  const { uid } = request.params as { uid: string }
  if (!interaction || interaction.uid !== uid) return undefined
  const email = normaliseEmail(String(interaction.params.login_hint ?? ''))
  const progress = (interaction.result as { progress?: Progress } | undefined)?.progress
  return { request, reply, provider, interaction, email, progress }
}

/** The step as far as it is still valid: a password that was changed since its step must be entered again. */
export async function validStep(db: Database, step: Step | undefined): Promise<Step | undefined> {
  if (!step?.progress) return step
  const changedAt = await passwordChangedAt(db, step.progress.userId)
  return changedAt?.getTime() === step.progress.passwordOf ? step : { ...step, progress: undefined }
}

/** Stores how far a sign-in got, and redirects to the next step. */
export async function continueSignIn(step: Step, progress: Progress): Promise<unknown> {
  await save(step, progress)
  return again(step)
}

/** Stores how far a sign-in got. */
export async function save({ interaction }: Step, progress: Progress): Promise<void> {
  Object.assign(interaction, { result: { progress } })
  await interaction.save(secondsLeft(interaction))
}

/** Stores for whom the sign-in is, when the user entered it here and not on the first page. */
export async function hint({ interaction }: Step, email: string): Promise<void> {
  Object.assign(interaction.params, { login_hint: email })
  await interaction.save(secondsLeft(interaction))
}

function secondsLeft({ exp }: Interaction): number {
  return Math.max(1, exp - Math.floor(Date.now() / 1000))
}

/** Redirects to the current step. */
export function again({ reply, interaction }: Step): FastifyReply {
  return reply.redirect(`${MOUNT}/interaction/${interaction.uid}`, 303)
}

/** Completes the provider's interaction: the user, how that was proved (RFC 8176), and when, if not just now. */
export async function finish(
  step: Step,
  userId: number,
  amr: readonly string[],
  provedAt = Date.now(),
): Promise<unknown> {
  const { request, reply, provider } = step
  await forgetOther(step, userId)
  const login = { accountId: String(userId), amr: [...amr], remember: false, ts: Math.floor(provedAt / 1_000) }
  const target = new URL(
    await provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false }),
  )
  return reply.redirect(target.pathname + target.search, 303)
}

/**
 * Another user was signed in with this browser; the provider would show a page with its own script to sign out first.
 */
async function forgetOther({ provider, interaction }: Step, userId: number): Promise<void> {
  const { session } = interaction
  if (!session || session.accountId === String(userId)) return
  await (await provider.Session.findByUid(session.uid))?.destroy()
  Object.assign(interaction, { session: undefined })
  await interaction.save(secondsLeft(interaction))
}
