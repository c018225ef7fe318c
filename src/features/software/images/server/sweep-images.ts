import { sql } from 'kysely'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** Removes images that no bundle, release or tag names for a day, and pushed blobs that no image came to name. */
export function sweepImagesTask({ db }: AppContext): Task {
  return taskOf(defineJob('images.sweep'), {
    cron: '17 3 * * *',
    async run() {
      await sql`
        delete from images i where i.created_at < now() - interval '1 day'
          and not exists (select from bundle_components where image = i.digest)
          and not exists (select from release_components where image = i.digest)
          and not exists (select from image_tags where image = i.digest)`.execute(db)
      await sql`delete from image_blobs where pushed_at < now() - interval '1 day'`.execute(db)
    },
  })
}
