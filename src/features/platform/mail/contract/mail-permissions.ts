import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the outbox of mail and the state of each, without its one-time links; resend or drop unsent mail. */
export const operateMail = permission(
  'mail:operate',
  'Read the mail outbox, resend and discard mail',
  roles('ADMIN', 'CENTRAL'),
)
/** See the one-time link of a mail that did not reach its recipient; recorded in the audit log. */
export const showMailLinks = permission('mail:show-link', 'Show one-time links in mail', roles('ADMIN'))
