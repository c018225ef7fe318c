export { apiToken, createApiToken, deleteApiTokens } from './api-token.ts'
export { derivedSecrets } from './derived-secrets.ts'
export {
  bearerOf,
  hashOf,
  isToken,
  isUseUnnoted,
  makeTokenOf,
  newToken,
  noteUse,
  revokeTokens,
  tokenKind,
} from './token-kind.ts'
