import { IconMail } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { operateMail } from '../contract/mail-permissions.ts'
import { mailPath, mailsPath } from '../paths.ts'
import { label } from './label.ts'

const guard = { only: [operateMail] }

/** The outbox of mail. */
export const mailWeb: FeatureWeb = {
  name: 'mail',
  pages: [
    {
      path: mailsPath,
      label: () => label('mail'),
      guard,
      load: async () => ({ Page: (await import('./mails-page.tsx')).MailsPage }),
    },
    {
      path: mailPath,
      label: () => label('mail'),
      guard,
      load: async () => ({ Page: (await import('./mail-page.tsx')).MailPage }),
    },
  ],
  rail: [
    {
      id: 'mail',
      section: 'administration',
      order: 85,
      label: () => label('mail'),
      icon: IconMail,
      guard,
      to: () => mailsPath(),
    },
  ],
}
