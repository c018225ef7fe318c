import type { Database } from '#kit/server/database.ts'

/** What the sign-in page shows above its form to all visitors; `message` is plain text. */
export type SignInNotice = {
  readonly title: string
  readonly message: string
  readonly type: 'error' | 'info' | 'success' | 'warning'
}

/** Reads the notices of the sign-in page, newest first: nothing in them is about a user. */
export type SignInNotices = (db: Database) => Promise<readonly SignInNotice[]>
