import { pagePath } from '#kit/contract/page-path.ts'

/** The mails of the portal. */
export const mailsPath = pagePath('/admin/mail')

/** A mail. */
export const mailPath = pagePath('/admin/mail/$mailId')
