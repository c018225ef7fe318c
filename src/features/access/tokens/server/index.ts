export { apiToken, createApiToken, deleteApiTokens } from './api-token.ts'
export { type DerivedSecrets, derivedSecrets } from './derived-secrets.ts'
export {
  bearerOf,
  hashOf,
  isToken,
  isUseUnnoted,
  makeTokenOf,
  newToken,
  noteUse,
  revokeTokens,
  type TokenKind,
  tokenKind,
} from './token-kind.ts'
