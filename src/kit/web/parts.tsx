import { type ComponentType, createContext, Suspense, use } from 'react'

/** What a feature shows on a page of another feature. `place` is declared by the feature that owns the page. */
export type FeaturePart = { readonly place: string; readonly id: string; readonly Part: ComponentType }

const PartsContext = createContext<readonly FeaturePart[]>([])

/** Provides the pages with the parts of all features. */
export const PartsProvider = PartsContext

/** The parts for one place of a page, in the order of the features. Each part is loaded separately. */
export function Parts({ place }: { place: string }) {
  const parts = use(PartsContext).filter((part) => part.place === place)
  return parts.map(({ id, Part }) => (
    <Suspense key={id}>
      <Part />
    </Suspense>
  ))
}
