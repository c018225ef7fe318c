import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read the chat of an account. */
export const readChat = permission('chat:read', 'Read the chat of accounts', everyVendorRole, roles('MANAGER', 'USER'))

/** Write in the chat of an account, add users, and turn messages into cases. */
export const writeChat = permission(
  'chat:write',
  'Write in the chat of accounts',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Delete messages of other users. */
export const deleteMessages = permission('chat:delete', 'Delete messages of others in chats', roles('ADMIN'))
