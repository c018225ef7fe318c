import type { ComponentType } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import type { Principal } from '#kit/contract/permission.ts'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'

/** A part of a case that another feature of support renders: above its tabs, or beside its fields. */
export type CasePanel = {
  readonly id: string
  readonly place: 'top' | 'side'
  readonly applies: (supportCase: Case) => boolean
  /** Lazy: rendered in a `Suspense`. */
  readonly Panel: ComponentType<{ found: Case }>
}

/** An entry in the menu of a case that opens a dialog of another feature. */
export type CaseMenuAction = {
  readonly id: string
  readonly label: () => string
  readonly icon: Icon
  readonly applies: (supportCase: Case, actor: Principal) => boolean
  /** Lazy: rendered in a `Suspense`. */
  readonly Dialog: ComponentType<{ found: Case; onClose: () => void }>
}

/** A kind of case that another feature files with a form of its own. */
export type NewCaseKind = {
  readonly id: string
  readonly label: () => string
  readonly hint: () => string
  /** Lazy: rendered in a `Suspense`. */
  readonly Form: ComponentType<{ account: AccountChoice | null }>
}

/** The case that is being typed: its account, its text, and what is chosen so far. */
export type CaseSuggestionProps = {
  account: string
  text: string
  product: string
  productVersion: string
}

/** What another feature shows beside the similar cases while a case is typed. */
export type CaseSuggestion = {
  readonly id: string
  /** Lazy: rendered in a `Suspense`. */
  readonly Suggestion: ComponentType<CaseSuggestionProps>
}

/** What a feature adds to the page of a case, and to that of a new one. */
export type CaseExtension = {
  readonly panels?: readonly CasePanel[]
  readonly actions?: readonly CaseMenuAction[]
  readonly kinds?: readonly NewCaseKind[]
  readonly suggestions?: readonly CaseSuggestion[]
}

let extensions: readonly CaseExtension[] = []

/** Sets what other features add to cases; `casesWeb` does it once, before anything is rendered. */
export function extendCases(newExtensions: readonly CaseExtension[]): void {
  extensions = newExtensions
}

/** The panels of a case at a place. */
export function panelsOf(supportCase: Case, place: CasePanel['place']): readonly CasePanel[] {
  return extensions.flatMap(({ panels = [] }) =>
    panels.filter((one) => one.place === place && one.applies(supportCase)),
  )
}

/** The entries that other features have in the menu of a case, for this user. */
export function menuActionsOf(supportCase: Case, actor: Principal): readonly CaseMenuAction[] {
  return extensions.flatMap(({ actions = [] }) => actions.filter(({ applies }) => applies(supportCase, actor)))
}

/** The kinds of cases that other features file. */
export function newCaseKinds(): readonly NewCaseKind[] {
  return extensions.flatMap(({ kinds = [] }) => kinds)
}

/** What other features show while a case is typed. */
export function caseSuggestions(): readonly CaseSuggestion[] {
  return extensions.flatMap(({ suggestions = [] }) => suggestions)
}
