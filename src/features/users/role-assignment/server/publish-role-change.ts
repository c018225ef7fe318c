import { permissionsChanged, rolesChangedBy } from '#features/users/users/contract.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Notifies every open page of the user that their permissions changed. */
export function publishRoleChange(portal: AppContext): EventHandler {
  return on(rolesChangedBy, 'tell-rights', async ({ id, subjectId, data, actorName, requestId }, tx) => {
    const { given: givenRoles, taken: takenRoles } = data
    await portal.live.publish(tx, {
      topic: permissionsChanged,
      to: { userId: String(subjectId) },
      body: { given: givenRoles, taken: takenRoles, by: actorName },
      eventId: id,
      requestId,
    })
  })
}
