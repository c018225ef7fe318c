import type { CaseLinkKind } from '#features/support/case-access/contract.ts'

/** A stored link: each is stored once, from the case that is blocked, that duplicates, or that has the lower id. */
export type StoredLink = {
  readonly kind: 'IS_BLOCKED_BY' | 'RELATES_TO' | 'DUPLICATES'
  readonly from: number
  readonly to: number
}

/** The stored form of a link as it is read from the case `id`. */
export function storedLink(kind: CaseLinkKind, id: number, other: number): StoredLink {
  if (kind === 'BLOCKS') return { kind: 'IS_BLOCKED_BY', from: other, to: id }
  if (kind === 'IS_DUPLICATED_BY') return { kind: 'DUPLICATES', from: other, to: id }
  if (kind === 'RELATES_TO') return { kind, from: Math.min(id, other), to: Math.max(id, other) }
  return { kind, from: id, to: other }
}

const inverse = {
  BLOCKS: 'IS_BLOCKED_BY',
  IS_BLOCKED_BY: 'BLOCKS',
  RELATES_TO: 'RELATES_TO',
  DUPLICATES: 'IS_DUPLICATED_BY',
  IS_DUPLICATED_BY: 'DUPLICATES',
} as const

/** The same link as it is read from the other case. */
export function inverseKind(kind: CaseLinkKind): CaseLinkKind {
  return inverse[kind]
}
