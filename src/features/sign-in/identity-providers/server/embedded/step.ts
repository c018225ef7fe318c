import type { FastifyReply, FastifyRequest } from 'fastify'
import { passwordChangedAt } from '#features/users/users/server/index.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import type { Database } from '#kit/server/database.ts'
import { type Embedded, MOUNT } from './open-provider.ts'

/** How far somebody has come: the password was right, and what is asked next. Kept with the provider's interaction, never in the browser. */
export type Progress = {
  readonly userId: number
  readonly next: 'totp' | 'passkey' | 'enrol' | 'codes'
  /** When the password that was right had been chosen (milliseconds): with another one it has to be given again. */
  readonly passwordOf: number
}
type Interaction = Awaited<ReturnType<Embedded['provider']['interactionDetails']>>
/** A step of signing in: the request, and the provider's question that it belongs to. */
export type Step = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: Embedded['provider']
  readonly interaction: Interaction
  readonly email: string
  readonly progress: Progress | undefined
}

/** Reads which step a request is; undefined when its browser was not asked, or took too long. */
export async function stepOf(
  request: FastifyRequest,
  reply: FastifyReply,
  embedded: () => Promise<Embedded>,
): Promise<Step | undefined> {
  const { provider } = await embedded()
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  const { uid } = request.params as { uid: string }
  if (!interaction || interaction.uid !== uid) return undefined
  const email = normaliseEmail(String(interaction.params.login_hint ?? ''))
  const progress = (interaction.result as { progress?: Progress } | undefined)?.progress
  return { request, reply, provider, interaction, email, progress }
}

/** The step as far as it still counts: a password that was changed since its step is asked for again. */
export async function validStep(db: Database, step: Step | undefined): Promise<Step | undefined> {
  if (!step?.progress) return step
  const changedAt = await passwordChangedAt(db, step.progress.userId)
  return changedAt?.getTime() === step.progress.passwordOf ? step : { ...step, progress: undefined }
}

/** Keeps how far somebody came, and leads to the next step. */
export async function goOn(step: Step, progress: Progress): Promise<unknown> {
  await save(step, progress)
  return again(step)
}

/** Keeps how far somebody came. */
export async function save({ interaction }: Step, progress: Progress): Promise<void> {
  Object.assign(interaction, { result: { progress } })
  await interaction.save(secondsLeft(interaction))
}

/** Keeps for whom the sign-in is, when that was asked here and not on the first page. */
export async function hint({ interaction }: Step, email: string): Promise<void> {
  Object.assign(interaction.params, { login_hint: email })
  await interaction.save(secondsLeft(interaction))
}

function secondsLeft({ exp }: Interaction): number {
  return Math.max(1, exp - Math.floor(Date.now() / 1000))
}

/** Leads to the present step. */
export function again({ reply, interaction }: Step): FastifyReply {
  return reply.redirect(`${MOUNT}/interaction/${interaction.uid}`, 303)
}

/** Answers the provider's question: who it is, and how that was proved (RFC 8176). */
export async function finish(step: Step, userId: number, amr: readonly string[]): Promise<unknown> {
  const { request, reply, provider } = step
  await forgetOther(step, userId)
  const login = { accountId: String(userId), amr: [...amr], remember: false }
  const target = new URL(
    await provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false }),
  )
  return reply.redirect(target.pathname + target.search, 303)
}

/** Somebody else was signed in with this browser; the provider would ask them, by a page with script of its own, to leave first. */
async function forgetOther({ provider, interaction }: Step, userId: number): Promise<void> {
  const { session } = interaction
  if (!session || session.accountId === String(userId)) return
  await (await provider.Session.findByUid(session.uid))?.destroy()
  Object.assign(interaction, { session: undefined })
  await interaction.save(secondsLeft(interaction))
}
