import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { factorAdded } from '#features/users/contract.ts'
import {
  confirmEnrolment,
  demoPassword,
  makeRecoveryCodes,
  needsSecondFactor,
  offerTotp,
  passwordChangedAt,
  personNamed,
  secondFactorOf,
  sentFrom,
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
import { isEmail } from '../is-email.ts'
import { codesPage, enrolPage, recoveryPage, totpPage } from '../pages/code-pages.ts'
import { errorPage } from '../pages/error-page.ts'
import { passkeyPage } from '../pages/passkey-form.ts'
import { addressPage, passwordPage } from '../pages/password-page.ts'
import { holderOf, takeCarried } from '../passkey-cookies.ts'
import type { Turn } from './mount.ts'
import { type Embedded, MOUNT } from './open-provider.ts'
import { type Refused, tryCode, tryPassword } from './sign-in.ts'
import { again, finish, goOn, hint, type Progress, type Step, save, stepOf, validStep } from './step.ts'
import { tryPasskey } from './try-passkey.ts'

/** Serves the steps between the provider's question "who is it" and its answer: password, authenticator, enrolment, passkey. */
export function serveInteraction(
  scope: FastifyInstance,
  portal: Portal,
  seal: Seal,
  embedded: () => Promise<Embedded>,
  inTurn: Turn,
): void {
  const url = `${MOUNT}/interaction/:uid`
  scope.get(url, { schema: { hide: true }, onRequest: inTurn }, async (request, reply) => {
    const step = await validStep(portal.db, await stepOf(request, reply, embedded))
    if (!step) return lost(portal, request, reply)
    const carried = step.progress ? undefined : takeCarried(request, reply, portal, seal)
    if (!carried) return sendPage(reply, await pageOf(portal, seal, step))
    const refused = await takePasskey(portal, seal, step, carried.passkey)
    const again = new URLSearchParams({ reason: 'passkey', return: carried.back })
    return refused ? reply.redirect(`/signin?${again}`, 303) : reply
  })
  scope.post(url, { schema: { hide: true }, onRequest: inTurn }, async (request, reply) => {
    const step = await validStep(portal.db, await stepOf(request, reply, embedded))
    return step ? take(portal, seal, step, (request.body ?? {}) as Form) : lost(portal, request, reply)
  })
}

async function pageOf(portal: Portal, seal: Seal, step: Step, error?: string): Promise<Html> {
  const look = lookOf(portal, step.request)
  const { progress, email } = step
  if (progress?.next === 'totp')
    return (step.request.query as Form).with === 'recovery' ? recoveryPage(look, { error }) : totpPage(look, { error })
  if (progress?.next === 'enrol') {
    const { personId } = progress
    // Another browser was faster: its secret is not for this one.
    if (await totpSince(portal.db, personId)) {
      await save(step, { ...progress, next: 'totp' })
      return totpPage(look, { error })
    }
    const enrolment = { personId, holder: step.interaction.uid, username: email, issuer: portal.config.portalName }
    const offer = await portal.db.transaction().execute((tx) => offerTotp(tx, seal, enrolment))
    return enrolPage(look, { error, ...offer })
  }
  if (progress?.next === 'passkey') return passkeyPage(look, { error })
  if (progress?.next === 'codes') return codesPage(look, [])
  if (email === '') return addressPage(look, { error })
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
  if (progress?.next === 'passkey' || (!progress && form.step === 'passkey')) {
    const refused = await takePasskey(portal, seal, step, form.passkey ?? '')
    return refused ? refuseTry(portal, seal, step, refused) : step.reply
  }
  if (!progress) return takePassword(portal, seal, step, form)
  if (progress.next === 'totp') return takeCode(portal, seal, step, form)
  if (progress.next === 'enrol') return takeEnrolment(portal, seal, step, progress, form.code ?? '')
  return finish(step, progress.personId, ['pwd', 'otp', 'mfa'])
}

async function takePassword(portal: Portal, seal: Seal, step: Step, form: Form): Promise<unknown> {
  const { request, reply, email } = step
  if (email === '') {
    const typed = form.email?.trim().toLowerCase() ?? ''
    if (!isEmail(typed)) return refuseTry(portal, seal, step, { refused: signInTexts.refusals.email })
    await hint(step, typed)
    return again(step)
  }
  const tried = await tryPassword(portal, { email, address: request.ip, doer: doerOf(request) }, form.password ?? '')
  if ('refused' in tried) return refuseTry(portal, seal, step, tried)
  const { id, full_name: name } = tried.person
  remember(reply, portal, seal, form.remember ? { email, name } : undefined)
  const second = await secondFactorOf(portal.db, id)
  const passwordOf = (await passwordChangedAt(portal.db, id))?.getTime() ?? 0
  if (second === 'totp') return goOn(step, { personId: id, next: 'totp', passwordOf })
  if (await needsSecondFactor(portal.db, portal.config, id))
    return goOn(step, { personId: id, next: second ?? 'enrol', passwordOf })
  return finish(step, id, ['pwd'])
}

/** A passkey in the place of password and code, or of the code alone. Finishes the sign-in, or answers why not. */
async function takePasskey(portal: Portal, seal: Seal, step: Step, given: string): Promise<Refused | undefined> {
  const { request, email, progress } = step
  const { ip: address, hostname } = request
  const from = { address, hostname, holder: holderOf(request), doer: doerOf(request) }
  const tried = await tryPasskey(portal, seal, { ...from, ...(email && { email }) }, given)
  if ('refused' in tried) return tried
  await finish(step, tried.person.id, [...(progress ? ['pwd'] : []), ...tried.amr])
  return undefined
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
async function refuseTry(portal: Portal, seal: Seal, step: Step, { refused, seconds }: Refused): Promise<FastifyReply> {
  if (seconds !== undefined) step.reply.header('retry-after', String(seconds))
  return sendPage(step.reply, await pageOf(portal, seal, step, refused), { status: seconds === undefined ? 422 : 429 })
}

/** The first code confirms the authenticator; the recovery codes are the answer, and nowhere else. */
async function takeEnrolment(
  portal: Portal,
  seal: Seal,
  step: Step,
  progress: Progress,
  code: string,
): Promise<unknown> {
  const { request, reply } = step
  const { personId } = progress
  const codes = await portal.db.transaction().execute(async (tx) => {
    if (await totpSince(tx, personId)) return []
    const holder = step.interaction.uid
    if ((await confirmEnrolment(tx, seal, { personId, holder }, code)) !== 'confirmed') return undefined
    const person = await personNamed(tx, personId)
    const doer = { ...doerOf(request), personId, personName: person.full_name }
    await recordEvent(tx, factorAdded, doer, { subject: personId, data: { factor: 'totp' } })
    await tellPerson(tx, portal.config, person, 'factor-added', { device: sentFrom(request) })
    return makeRecoveryCodes(tx, seal, personId)
  })
  if (!codes) return sendPage(reply, await pageOf(portal, seal, step, signInTexts.refusals.code), { status: 422 })
  await save(step, { ...progress, next: codes.length ? 'codes' : 'totp' })
  return codes.length ? sendPage(reply, codesPage(lookOf(portal, request), codes)) : again(step)
}

function lost(portal: Portal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendPage(reply, errorPage(lookOf(portal, request), { title: 'provider' }), { status: 400 })
}
