import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { factorAdded } from '#features/users/contract.ts'
import {
  demoPassword,
  makeRecoveryCodes,
  needsSecondFactor,
  offerTotp,
  personNamed,
  takeTotpCode,
  tellPerson,
  totpSince,
} from '#features/users/server/index.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { Html } from '#kit/server/html.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'
import { doerOf } from '#kit/server/serve/call.ts'
import { signInTexts } from '../../contract.ts'
import { lookOf, remember, rememberedOf } from '../browser-cookies.ts'
import { type Form, sendPage } from '../form-posts.ts'
import { codesPage, enrolPage, recoveryPage, totpPage } from '../pages/code-pages.ts'
import { errorPage } from '../pages/error-page.ts'
import { passwordPage } from '../pages/password-page.ts'
import type { Turn } from './mount.ts'
import { type Embedded, MOUNT } from './open-provider.ts'
import { tryCode, tryPassword } from './sign-in.ts'

/** How far somebody has come: the password was right, and what is asked next. Kept with the provider's interaction, never in the browser. */
type Progress = { readonly personId: number; readonly next: 'totp' | 'enrol' | 'codes' }
type Interaction = Awaited<ReturnType<Embedded['provider']['interactionDetails']>>
type Step = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly provider: Embedded['provider']
  readonly interaction: Interaction
  readonly email: string
  readonly progress: Progress | undefined
}

/** Serves the steps between the provider's question "who is it" and its answer: password, authenticator, enrolment. */
export function serveInteraction(
  scope: FastifyInstance,
  portal: Portal,
  seal: Seal,
  embedded: () => Promise<Embedded>,
  inTurn: Turn,
): void {
  const url = `${MOUNT}/interaction/:uid`
  scope.get(url, { schema: { hide: true }, onRequest: inTurn }, async (request, reply) => {
    const step = await stepOf(request, reply, embedded)
    return step ? sendPage(reply, await pageOf(portal, seal, step)) : lost(portal, request, reply)
  })
  scope.post(url, { schema: { hide: true }, onRequest: inTurn }, async (request, reply) => {
    const step = await stepOf(request, reply, embedded)
    return step ? take(portal, seal, step, (request.body ?? {}) as Form) : lost(portal, request, reply)
  })
}

async function stepOf(
  request: FastifyRequest,
  reply: FastifyReply,
  embedded: () => Promise<Embedded>,
): Promise<Step | undefined> {
  const { provider } = await embedded()
  const interaction = await provider.interactionDetails(request.raw, reply.raw).catch(() => undefined)
  const { uid } = request.params as { uid: string }
  if (!interaction || interaction.uid !== uid) return undefined
  const email = String(interaction.params.login_hint ?? '').toLowerCase()
  const progress = (interaction.result as { progress?: Progress } | undefined)?.progress
  return { request, reply, provider, interaction, email, progress }
}

async function pageOf(portal: Portal, seal: Seal, step: Step, error?: string): Promise<Html> {
  const look = lookOf(portal, step.request)
  const { progress, email } = step
  if (progress?.next === 'totp')
    return (step.request.query as Form).with === 'recovery' ? recoveryPage(look, { error }) : totpPage(look, { error })
  if (progress?.next === 'enrol') {
    const offer = await portal.db
      .transaction()
      .execute((tx) =>
        offerTotp(tx, seal, { personId: progress.personId, username: email, issuer: portal.config.portalName }),
      )
    return enrolPage(look, { error, ...offer })
  }
  if (progress?.next === 'codes') return codesPage(look, [])
  const known = rememberedOf(step.request, seal)
  const remembered = known?.email === email
  return passwordPage(
    look,
    { email, name: remembered ? known.name : undefined, remembered },
    { error, demoPassword: portal.config.demo ? demoPassword : undefined },
  )
}

async function take(portal: Portal, seal: Seal, step: Step, form: Form): Promise<unknown> {
  const { progress } = step
  if (!progress) return takePassword(portal, seal, step, form)
  if (progress.next === 'totp') return takeCode(portal, seal, step, form)
  if (progress.next === 'enrol') return takeEnrolment(portal, seal, step, progress.personId, form.code ?? '')
  return finish(step, progress.personId, ['pwd', 'otp', 'mfa'])
}

async function takePassword(portal: Portal, seal: Seal, step: Step, form: Form): Promise<unknown> {
  const { request, reply, email } = step
  if (email === '') return reply.redirect('/signin', 303)
  const tried = await tryPassword(portal, { email, address: request.ip, doer: doerOf(request) }, form.password ?? '')
  if ('refused' in tried) return refuseTry(portal, seal, step, tried)
  const { id, full_name: name } = tried.person
  remember(reply, portal, seal, form.remember ? { email, name } : undefined)
  if (await totpSince(portal.db, id)) return goOn(step, { personId: id, next: 'totp' })
  if (await needsSecondFactor(portal.db, portal.config, id)) return goOn(step, { personId: id, next: 'enrol' })
  return finish(step, id, ['pwd'])
}

async function takeCode(portal: Portal, seal: Seal, step: Step, form: Form): Promise<unknown> {
  const { request, email } = step
  const kind = form.step === 'recovery' ? 'recovery' : 'totp'
  const given = { kind, code: form.code ?? '' } as const
  const tried = await tryCode(portal, seal, { email, address: request.ip, doer: doerOf(request) }, given)
  if ('refused' in tried) return refuseTry(portal, seal, step, tried)
  return finish(step, tried.person.id, kind === 'totp' ? ['pwd', 'otp', 'mfa'] : ['pwd', 'mfa'])
}

/** The page again with what was wrong: 422, or 429 when no more tries are taken for a while. */
async function refuseTry(
  portal: Portal,
  seal: Seal,
  step: Step,
  { refused, seconds }: { refused: string; seconds?: number },
): Promise<FastifyReply> {
  if (seconds !== undefined) step.reply.header('retry-after', String(seconds))
  return sendPage(step.reply, await pageOf(portal, seal, step, refused), { status: seconds === undefined ? 422 : 429 })
}

/** The first code confirms the authenticator; the recovery codes are the answer, and nowhere else. */
async function takeEnrolment(portal: Portal, seal: Seal, step: Step, personId: number, code: string): Promise<unknown> {
  const { request, reply } = step
  const codes = await portal.db.transaction().execute(async (tx) => {
    if (await totpSince(tx, personId)) return []
    if (!(await takeTotpCode(tx, seal, personId, code))) return undefined
    await recordEvent(
      tx,
      factorAdded,
      { ...doerOf(request), personId },
      { subject: personId, data: { factor: 'totp' } },
    )
    await tellPerson(tx, portal.config, await personNamed(tx, personId), 'factor-added')
    return makeRecoveryCodes(tx, seal, personId)
  })
  if (!codes) return sendPage(reply, await pageOf(portal, seal, step, signInTexts.refusals.code), { status: 422 })
  await save(step, { personId, next: codes.length ? 'codes' : 'totp' })
  return codes.length ? sendPage(reply, codesPage(lookOf(portal, request), codes)) : again(step)
}

async function goOn(step: Step, progress: Progress): Promise<unknown> {
  await save(step, progress)
  return again(step)
}

async function save({ interaction }: Step, progress: Progress): Promise<void> {
  Object.assign(interaction, { result: { progress } })
  await interaction.save(secondsLeft(interaction))
}

function secondsLeft({ exp }: Interaction): number {
  return Math.max(1, exp - Math.floor(Date.now() / 1000))
}

function again({ reply, interaction }: Step): FastifyReply {
  return reply.redirect(`${MOUNT}/interaction/${interaction.uid}`, 303)
}

async function finish(step: Step, personId: number, amr: string[]): Promise<unknown> {
  const { request, reply, provider } = step
  await forgetOther(step, personId)
  const login = { accountId: String(personId), amr, remember: false }
  const target = new URL(
    await provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false }),
  )
  return reply.redirect(target.pathname + target.search, 303)
}

/** Somebody else was signed in with this browser; the provider would ask them, by a page with script of its own, to leave first. */
async function forgetOther({ provider, interaction }: Step, personId: number): Promise<void> {
  const { session } = interaction
  if (!session || session.accountId === String(personId)) return
  await (await provider.Session.findByUid(session.uid))?.destroy()
  Object.assign(interaction, { session: undefined })
  await interaction.save(secondsLeft(interaction))
}

function lost(portal: Portal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage(lookOf(portal, request), { title: 'provider' }), { status: 400 })
}
