import { createContext, type ReactNode, Suspense, use } from 'react'

/**
 * A place on a page where other features add parts, declared by the feature that owns the page. `Props` is what the page
 * gives to each part.
 */
export type Place<Props extends object = object> = { readonly name: string; readonly props?: Props }

/** A component that gets `Props`. */
type Part<Props> = (props: Props) => ReactNode

/** A part of one feature for a place on a page of another. */
export type FeaturePart = { readonly place: string; readonly id: string; readonly Part: Part<never> }

/** Adds `Part` to a place; `id` is unique within the place. */
export function partAt<Props extends object>(place: Place<Props>, id: string, Part: Part<Props>): FeaturePart {
  return { place: place.name, id, Part }
}

const PartsContext = createContext<readonly FeaturePart[]>([])

/** Provides the pages with the parts of all features. */
export const PartsProvider = PartsContext

/**
 * The parts for one place of a page, in the order of the features, with the props of that place. Each part is loaded
 * separately.
 */
export function Parts<Props extends object>({ place, ...props }: { place: Place<Props> } & Props) {
  const parts = use(PartsContext).filter((part) => part.place === place.name)
  return parts.map(({ id, Part }) => {
    // `partAt` accepts only components with the props of the place.
    const KnownPart = Part as Part<typeof props>
    return (
      <Suspense key={id}>
        <KnownPart {...props} />
      </Suspense>
    )
  })
}
