import { type ComponentType, useEffect, useState } from 'react'
import { whenPageIdle } from '../page-idle.ts'

/** A component whose code is fetched later, once for all places that show it. */
export type Loadable<Props> = { current: ComponentType<Props> | null; load: () => Promise<ComponentType<Props>> }

export function loadable<Props>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  const part: Loadable<Props> = {
    current: null,
    load: async () => {
      part.current ??= await load()
      return part.current
    },
  }
  return part
}

/** The component as soon as it is loaded, after the first page or when `now` is called; null until then. */
export function useLoaded<Props>(part: Loadable<Props>): [ComponentType<Props> | null, now: () => void] {
  const [LoadedPart, setLoadedPart] = useState<ComponentType<Props> | null>(() => part.current)
  // If it fails, the next use tries again.
  const now = () =>
    void part.load().then(
      (component) => setLoadedPart(() => component),
      () => undefined,
    )
  useEffect(() => {
    let isMounted = true
    void whenPageIdle()
      .then(() => part.load())
      .then((component) => isMounted && setLoadedPart(() => component))
      .catch(() => undefined)
    return () => {
      isMounted = false
    }
  }, [part])
  return [LoadedPart, now]
}
