export {
  changeScimUser,
  createScimUser,
  deleteScimUser,
  listScimSchemas,
  listScimTypes,
  listScimUsers,
  MOST_IN_PAGE,
  readScimConfig,
  readScimSchema,
  readScimType,
  readScimUser,
  replaceScimUser,
  SCIM_API,
  SCIM_LIMIT,
} from './contract/scim-calls.ts'
export { scimProblems } from './contract/scim-problems.ts'
export { ERROR_SCHEMA, LIST_SCHEMA, type Schema, type ScimUser, USER_SCHEMA } from './contract/scim-shapes.ts'
