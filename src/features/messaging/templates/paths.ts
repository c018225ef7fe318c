import { pagePath } from '#kit/contract/page-path.ts'

/** The templates of messages. */
export const templatesPath = pagePath('/admin/templates')

/** A template; `new` makes one. */
export const templatePath = pagePath('/admin/templates/$templateId')
