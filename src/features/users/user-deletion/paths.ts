import { pagePath } from '#kit/contract/page-path.ts'

/** The deletion of users who are not used any more. */
export const userDeletionPath = pagePath('/admin/users/deletion')
