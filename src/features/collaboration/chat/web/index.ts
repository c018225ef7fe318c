import type { CaseExtension } from '#features/support/case-pages/web/index.ts'
import { allows } from '#kit/contract/permission.ts'
import { texts } from '#kit/contract/texts.ts'
import { IconMessage } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readChat } from '../contract/chat.ts'
import { chatPath } from '../paths.ts'
import { useUnreadChannels } from './use-unread-channels.ts'

const { text: label } = texts('chat', {
  chat: 'Chat',
  ofCase: 'Chat about the case',
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

/** The way from a case to its chat, for users who may read the chat of its account. */
export const chatExtension: CaseExtension = {
  actions: [
    {
      id: 'chat',
      label: () => label('ofCase'),
      icon: IconMessage,
      applies: ({ account, internal }, actor) => !internal && allows(actor, readChat, account),
      Dialog: lazyNamed(() => import('./case-chat-dialog.tsx'), 'CaseChatDialog'),
    },
  ],
}
