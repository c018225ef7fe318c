import type { UploadContext } from './upload-context.ts'

/** The user who reserved the upload, as events record it. */
export async function actorOfUpload({ portal }: UploadContext, userId: number) {
  const user = await portal.db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, userName: user.full_name }
}
