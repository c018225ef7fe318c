import { lazy } from 'react'
import { usersActions } from '#features/users/user-pages/web/index.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const InviteButton = lazy(async () => ({ default: (await import('./invite-button.tsx')).InviteButton }))

/** Invitations: a button on the lists of users. */
export const invitationsWeb: FeatureWeb = {
  name: 'invitations',
  pages: [],
  parts: [partAt(usersActions, 'invite', InviteButton)],
}
