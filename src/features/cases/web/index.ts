export { CaseBadge } from './case-badge.tsx'
export { CasePeek } from './case-peek.tsx'
