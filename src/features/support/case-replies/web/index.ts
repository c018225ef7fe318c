import { operateMail } from '#features/platform/mail/contract.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { mailRepliesPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [operateMail] }

/** Replies to case mails, for those who operate mail. */
export const caseRepliesWeb: FeatureWeb = {
  name: 'case-replies',
  pages: [
    {
      path: mailRepliesPath,
      label: () => label('replies'),
      guard,
      load: async () => ({ Page: (await import('./received-mails-page.tsx')).ReceivedMailsPage }),
    },
  ],
  rail: [
    {
      id: 'mail-replies',
      parent: 'mail',
      section: 'administration',
      order: 86,
      label: () => label('replies'),
      guard,
      to: () => mailRepliesPath(),
    },
  ],
}
