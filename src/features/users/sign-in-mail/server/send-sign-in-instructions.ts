import type { Tx } from '#kit/server/database.ts'
import type { OneTimeLink } from '#kit/server/mail-content.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { findExternalProvider } from './external-provider.ts'
import { notifyUser } from './notify-user.ts'
import { type LinkPurpose, makeLink } from './one-time-links.ts'

/** The purpose of the instructions, and the mail for users of an external provider instead. */
const ways = {
  activation: { purpose: 'activation', elsewhere: 'activation-elsewhere' },
  reset: { purpose: 'reset', elsewhere: 'reset-elsewhere' },
  'reset-by-administrator': { purpose: 'reset', elsewhere: 'reset-elsewhere' },
  'provider-left': { purpose: 'activation', elsewhere: 'activation-elsewhere' },
} as const

type From = Pick<AppContext, 'config' | 'notifier'> & { readonly publicUrl: string }
type Addressee = {
  readonly id: number
  readonly email: string
  readonly full_name: string
  readonly issuer: string | null
}

/** Mails a user instructions to sign in: a one-time link for a password, or the name of their identity provider. */
export async function sendSignInInstructions(
  tx: Tx,
  from: From,
  user: Addressee,
  why: keyof typeof ways,
): Promise<void> {
  const { purpose, elsewhere } = ways[why]
  const provider = await findExternalProvider(tx, from.config, user)
  if (provider)
    await notifyUser(tx, from, user, elsewhere, {
      provider: provider.name,
      url: signInUrl(from.publicUrl, user.email),
    })
  else await notifyUser(tx, from, user, why, await passwordLink(tx, from.publicUrl, user.id, purpose))
}

/** A one-time link for a user to choose a password: see `LinkPurpose`. */
export async function passwordLink(
  tx: Tx,
  publicUrl: string,
  userId: number,
  purpose: LinkPurpose,
  options: { keepOthers?: boolean } = {},
): Promise<OneTimeLink> {
  const path = purpose === 'activation' ? '/signin/activate' : '/signin/reset'
  return makeLink(tx, userId, purpose, (token) => `${publicUrl}${path}?token=${token}`, options)
}

/** The sign-in page of a user, with their address filled in. */
export function signInUrl(publicUrl: string, email: string): string {
  return `${publicUrl}/signin?login_hint=${encodeURIComponent(email)}`
}
