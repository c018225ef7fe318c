import fastifyMultipart from '@fastify/multipart'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import type { Feature } from '#kit/server/portal.ts'
import { chatChanged, chatRead, internalChatChanged } from '../contract.ts'
import { chatEventHandlers } from './chat-event-handlers.ts'
import { chatNotifications } from './chat-notifications.ts'
import { serveChannels, serveMessages } from './chat-routes.ts'
import { chatSends } from './presence.ts'

export { makeDemoChat } from './demo-chat.ts'
export { removeUserFromChat } from './remove-user.ts'

/** The chat of each account with the vendor, and the vendor's own beside it. */
export const chatFeature: Feature = {
  name: 'chat',
  async serve(portal) {
    serveChannels(portal)
    // In its own scope: elsewhere a multipart body is rejected as an unsupported media type.
    await portal.http.register(async (http) => {
      await http.register(fastifyMultipart, { throwFileSizeLimit: false })
      serveMessages({ ...portal, http }, fileStoreOf(portal.config))
    })
  },
  topics: [chatChanged, internalChatChanged, chatRead],
  eventHandlers: (portal) => [...chatEventHandlers(portal), ...chatNotifications(portal)],
  sends: chatSends,
}
