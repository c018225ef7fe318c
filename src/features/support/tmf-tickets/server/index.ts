import type { Feature } from '#kit/server/portal.ts'
import { serveExchange } from './exchange-routes.ts'
import { notifySubscribers, restateTickets } from './notify-subscribers.ts'
import { serveTicketApi } from './ticket-routes.ts'
import { tokenSecrets } from './token-store.ts'

/** TMF621: ticket systems of accounts file, read and change cases, and are notified of changes. */
export { ownedAccountTokens } from './owned-tokens.ts'
export const tmfTicketsFeature: Feature = {
  name: 'tmf-tickets',
  async serve(portal) {
    serveExchange(portal)
    await serveTicketApi(portal)
  },
  eventHandlers: (portal) => [...restateTickets(portal), ...notifySubscribers(portal)],
  encryptedColumns: [tokenSecrets],
}
