import { sql } from 'kysely'
import { isVendor, type Role, roleNames } from '#features/roles/contract.ts'
import { allows } from '#kit/contract/permission.ts'
import { fillText } from '#kit/contract/problem.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import type { WriteCall } from '#kit/server/serve/call.ts'
import { givePath } from '../contract/access-asked.ts'
import { accessProblems, accessWasAsked, type askForAccess, type WayIn } from '../contract.ts'
import en from '../messages/en.json' with { type: 'json' }
import type { Giver } from './find-givers.ts'
import { findWay, placeOf, type Way, wayInOf } from './way-in.ts'

type Call = WriteCall<typeof askForAccess>

/** Asks those who can give it for the role that gives the right: by mail, and in the bell of who is here. */
export async function ask(portal: Portal, call: Call): Promise<WayIn> {
  const { tx, session, body } = call
  const way = await findWay(tx, session, body)
  if (allows(session.actor, way.wanted, way.account?.name)) refuse(accessProblems['access-had-already'])
  if (way.role === null || way.givers.length === 0) return refuse(accessProblems['access-not-given'])
  const place = placeOf(session, way.account)
  const { rows } = await sql<{ id: number; at: Date }>`
    insert into access_requests as r (user_id, wanted, role, account_id)
    values (${session.personId}, ${way.wanted.name}, ${way.role}, ${place})
    on conflict (user_id, wanted, account_id) do update set role = excluded.role, asked_at = now()
      where r.asked_at < now() - interval '1 hour'
    returning id, asked_at as at`.execute(tx)
  const [made] = rows
  if (!made) return refuseSecond(portal, way)
  await call.record(accessWasAsked, {
    subject: made.id,
    account: place,
    data: { role: way.role, right: way.wanted.name },
  })
  for (const giver of way.givers) if (!giver.blocked) await writeTo(portal, call, way, giver)
  return wayInOf({ ...way, askedAt: made.at })
}

/** Says when they were asked, and, as far as the person may know it, whom. */
function refuseSecond({ config }: Portal, { side, account, givers, askedAt }: Way): never {
  const names = givers.filter(({ seen }) => seen).map(({ fullName }) => fullName)
  const nobodySeen = fillText(en.who[side], { account: account?.displayName ?? '', vendor: config.vendor.name })
  const minutes = Math.floor((Date.now() - (askedAt?.getTime() ?? Date.now())) / 60_000)
  refuse(accessProblems['access-asked-already'], { who: names.join(', ') || nobodySeen, minutes })
}

/** The mail leads to the person's roles, with the role ticked and not yet saved. */
async function writeTo(portal: Portal, { tx, actor, session }: Call, { account, role, wanted }: Way, giver: Giver) {
  const where = isVendor(actor) ? null : account
  const name = roleNames[role as Role]
  const words = {
    name: actor.fullName,
    email: actor.username,
    role: name,
    place: where ? fillText(en.mail.place, { account: where.displayName }) : '',
    portal: portal.config.portalName,
    right: wanted.name === role ? name : wanted.name,
  }
  const people = where && giver.role === 'MANAGER' ? `/${where.name}/${where.id}/users` : '/admin/users'
  await queueMail(tx, {
    to: giver.email,
    subject: fillText(en.mail.subject, words).replace(/\s+/g, ' '),
    paragraphs: [fillText(en.mail.text, words), en.mail.nothing],
    link: {
      label: fillText(en.mail.link, words),
      url: `${portal.publicUrl()}${givePath(people, `${session.personId}`, role as Role, where?.name ?? null)}`,
    },
  })
}
