import type { ComponentType } from 'react'
import type { AnyPagePath } from '#kit/contract/page-path.ts'
import type { Principal } from '#kit/contract/permission.ts'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import type { FeaturePart } from './parts.tsx'
import type { AccountChoice } from './who/account.tsx'
import type { RouteGuard } from './who/route-guard.ts'

/**
 * A page of a feature. `path` is declared in `paths.ts` of the feature, beside the folders of its server and web.
 * `label` is a function so that it follows the language. `load` loads the page's own chunk; its `ask` requests the data
 * of the first view, which would otherwise be drawn without it and then once more.
 */
export type FeaturePage = {
  readonly path: AnyPagePath
  readonly label: () => string
  readonly guard?: RouteGuard
  readonly load: () => Promise<{ readonly Page: ComponentType; readonly ask?: (at: PageAddress) => Promise<unknown> }>
}

/** The context of an opened page: the query of the address, the account in it (null = all), and the user. */
export type PageAddress = {
  readonly search: Readonly<Record<string, string | undefined>>
  readonly account: AccountChoice | null
  readonly actor: Principal
}

/** The places of a rail row: the main list, or below the line. */
export type RailSection = 'main' | 'administration' | 'account'

/**
 * A row of the rail; `order` sorts within the section. `to` gets the current account (null = all accounts) and returns
 * the address, or null where there is none. Rows under a `parent` show while their section is open.
 */
export type NavItem = {
  readonly id: string
  readonly section: RailSection
  readonly order: number
  readonly label: () => string
  readonly icon?: Icon
  readonly parent?: string
  readonly guard?: RouteGuard
  readonly to: (account: AccountChoice | null) => string | null
  /** A hook with the row's count; `live` makes it red (an outage now). */
  readonly useCount?: () => { count: number; live?: boolean } | null
}

/** An action of the command palette. */
export type PaletteAction = {
  readonly id: string
  readonly label: () => string
  /** Other search terms for it. */
  readonly words?: () => string
  readonly icon?: Icon
  readonly keys?: string
  readonly guard?: RouteGuard
  readonly run: (context: { account: AccountChoice | null; actor: Principal; go: (path: string) => void }) => void
}

/** What a feature contributes to the browser; listed once in `src/web/features.ts`. */
export type FeatureWeb = {
  readonly name: string
  readonly pages: readonly FeaturePage[]
  readonly rail?: readonly NavItem[]
  readonly actions?: readonly PaletteAction[]
  /** Rendered on every page without output; listens to what concerns the feature. */
  readonly Listener?: ComponentType
  /** Shown over every page, when it has something to show. */
  readonly Overlay?: ComponentType
  /** Its parts on pages of other features. */
  readonly parts?: readonly FeaturePart[]
  /** Shown in the header of every page, while it has something to report. */
  readonly Indicator?: ComponentType
}
