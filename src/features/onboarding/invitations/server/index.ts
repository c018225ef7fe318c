import type { Feature } from '#kit/server/portal.ts'
import { registerCommand } from '#kit/server/serve/serve.ts'
import { createUser } from '../contract.ts'
import { invite } from './create-user.ts'

/** Inviting users. */
export const invitationsFeature: Feature = {
  name: 'invitations',
  serve: (portal) => registerCommand(portal, createUser, (call) => invite(portal, call)),
}
