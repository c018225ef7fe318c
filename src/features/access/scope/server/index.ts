export { type AccountQuery, accountByIdOrName, findAccountIn, type NamedAccount } from './account-in.ts'
export { staffWith } from './staff-with.ts'
