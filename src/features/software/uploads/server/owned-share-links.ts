import { machineAccess } from '#features/access/machine-access/server/index.ts'

/** The share links that a user answers for. */
export const ownedShareLinks = machineAccess('share-link', {
  table: 'share_links',
  name: `coalesce(t.name, (select u.file_name from uploads u where u.id = t.upload_id))`,
  account: 'select null::text',
  works: 't.revoked_at is null and t.expires_at > now()',
})
