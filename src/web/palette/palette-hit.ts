import type { Icon } from '#kit/web/icons/create-icon.ts'
import type { StateOf } from '#kit/web/look/colours.ts'
import type { PaletteAction } from '#kit/web/pages.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'

/** A row of the palette, whatever its source. */
export type PaletteHit = {
  readonly id: string
  readonly title: string
  readonly icon?: Icon | undefined
  readonly monogram?: string | undefined
  readonly code?: string | undefined
  readonly note?: string | undefined
  readonly status?: StateOf<'case'> | undefined
  readonly keys?: string | undefined
  readonly run: PaletteAction['run']
  /** Ctrl+Enter: the same in the split view of its list. */
  readonly runInSplit?: PaletteAction['run']
  /** The account of the hit, to narrow the search to. */
  readonly account?: Pick<AccountChoice, 'id' | 'name'>
}
