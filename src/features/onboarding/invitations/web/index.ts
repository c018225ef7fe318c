import { usersActions } from '#features/users/user-pages/web/index.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { partAt } from '#kit/web/parts.tsx'

const InviteButton = lazyNamed(() => import('./invite-button.tsx'), 'InviteButton')

/** Invitations: a button on the lists of users. */
export const invitationsWeb: FeatureWeb = {
  name: 'invitations',
  pages: [],
  parts: [partAt(usersActions, 'invite', InviteButton)],
}
