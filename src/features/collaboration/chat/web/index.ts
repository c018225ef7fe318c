import { texts } from '#kit/contract/texts.ts'
import { IconMessage } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readChat } from '../contract/chat.ts'
import { chatPath } from '../paths.ts'
import { useUnreadChannels } from './use-unread-channels.ts'

const { text: label } = texts('chat', {
  chat: 'Chat',
})

const guard = { only: [readChat] }

/** The chat of an account. */
export const chatWeb: FeatureWeb = {
  name: 'chat',
  pages: [
    {
      path: chatPath,
      label: () => label('chat'),
      guard,
      load: async () => ({ Page: (await import('./chat-page.tsx')).ChatPage }),
    },
  ],
  rail: [
    {
      id: 'chat',
      section: 'main',
      order: 10,
      label: () => label('chat'),
      icon: IconMessage,
      guard,
      useCount: useUnreadChannels,
      to: (account) => account && chatPath({ account }),
    },
  ],
}
