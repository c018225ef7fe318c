import { tokenKind } from '#features/access/tokens/server/index.ts'

/** The secret in the address at which a calendar program reads. */
export const feedToken = tokenKind({
  table: 'calendar_feeds',
  key: 'id',
  hash: 'token_hash',
  prefix: '',
  lastUse: 'last_read_at',
})
