export { createUserOfProvider } from './create-user.ts'
export { isTrusted, speaksFor } from './speaks-for.ts'
