import type { TreeRow } from './page-tree.ts'

/** What a key does in a tree: the focus goes to a row, or the row at the focus is opened or closed. */
type TreeStep = { readonly to: number } | { readonly open: boolean }

/** The step of a key, by the pattern for trees of WAI-ARIA; undefined for other keys. */
export function treeStep(key: string, rows: readonly TreeRow[], at: number): TreeStep | undefined {
  const row = rows[at]
  switch (key) {
    case 'ArrowDown':
      return { to: at + 1 }
    case 'ArrowUp':
      return { to: at - 1 }
    case 'Home':
      return { to: 0 }
    case 'End':
      return { to: rows.length - 1 }
    case 'ArrowRight':
      return row?.isOpen === false ? { open: true } : { to: row?.isOpen ? at + 1 : at }
    case 'ArrowLeft':
      if (row?.isOpen) return { open: false }
      return { to: rows.findLastIndex(({ level }, index) => index < at && level < (row?.level ?? 0)) }
    default:
      return undefined
  }
}
